function love.conf(t)
  t.identity = "tilewright-match3"
  t.window.title = "tilewright: match-3"
  t.window.width, t.window.height = 560, 660
  t.modules.joystick, t.modules.physics, t.modules.audio, t.modules.sound = false, false, false, false
end
