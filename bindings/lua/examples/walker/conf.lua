function love.conf(t)
  t.identity = "tilewright-walker"
  t.window.title = "tilewright: a walker"
  t.window.width, t.window.height = 800, 600
  t.modules.joystick, t.modules.physics, t.modules.audio, t.modules.sound = false, false, false, false
end
