-- A level of match-3, drawn from its events: `love bindings/lua/examples/match3`. A click chooses a block, a second one swaps; the space bar makes the move of a bot, z takes one back.

-- In a game of your own the folder `tilewright` stands beside `main.lua`, and this line is not needed.
local folder = love.filesystem.getSource() .. "/../../"
package.path = folder .. "?.lua;" .. folder .. "?/init.lua;" .. package.path
local tilewright = require "tilewright"

local EVENT, SORT = tilewright.event, tilewright.sort
local TILE, TOP, STEP = 60, 90, 0.16
local COLORS = { { 0.83, 0.37, 0.34 }, { 0.30, 0.56, 0.78 }, { 0.42, 0.68, 0.38 }, { 0.93, 0.76, 0.30 }, { 0.58, 0.44, 0.72 } }
local LEVEL = [==[{"rules": "royal", "colors": 5, "moves": 25, "goal": {"collect": 60}, "layout": [
  [".", ".", ".", ".", ".", ".", ".", "."],
  [".", "._grass1", "._grass1", ".", ".", "._grass1", "._grass1", "."],
  [".", "._grass1", ".", ".", ".", ".", "._grass1", "."],
  [".", ".", ".", "box2", "box2", ".", ".", "."],
  [".", ".", "box1", "box2", "box2", "box1", ".", "."],
  [".+chain1", ".", ".", "box1", "box1", ".", ".", ".+chain1"],
  [".+chain1", ".", ".", ".", ".", ".", ".", ".+chain1"],
  [".", ".", ".", ".", ".", ".", ".", "."]]}]==]
local COLUMNS = 8

local game, sprites, chosen
local steps, clock = {}, 0
local score, message, before = 0, "", {}
local shot, shown = nil, 0

-- Everything on the board, by its number: where it is drawn, and how it looks.
local function deal()
  sprites = {}
  local elements, count = game:elements()
  for at = 0, count - 1 do
    local it = elements[at]
    sprites[it.id] = { x = it.cell % COLUMNS, y = math.floor(it.cell / COLUMNS), sort = it.look.sort, color = it.look.color, detail = it.look.detail, alpha = 1 }
  end
end

-- The events of a move, step by step, as plain tables: the next move writes over the array.
local function take(events, count)
  for at = 0, count - 1 do
    local it = events[at]
    local step = it.step + 1
    steps[step] = steps[step] or {}
    table.insert(steps[step], { kind = it.kind, id = it.id, to = it.to, sort = it.look.sort, color = it.look.color, detail = it.look.detail, value = it.value })
  end
end

local function apply(event)
  local sprite = sprites[event.id]
  if event.kind == EVENT.appear then
    local x, y = event.to % COLUMNS, math.floor(event.to / COLUMNS)
    sprites[event.id] = { x = x, y = y - 1, to_x = x, to_y = y, sort = event.sort, color = event.color, detail = event.detail, alpha = 1 }
  elseif event.kind == EVENT.move then
    sprite.to_x, sprite.to_y = event.to % COLUMNS, math.floor(event.to / COLUMNS)
  elseif event.kind == EVENT.turn or event.kind == EVENT.hit then
    sprite.sort, sprite.color, sprite.detail = event.sort, event.color, event.detail
  elseif event.kind == EVENT.leave then
    sprite.fades = true
  elseif event.kind == EVENT.score then
    score = score + event.value
  elseif event.kind == EVENT["end"] then
    message = "The game is over."
  end
end

local function settle()
  for id, sprite in pairs(sprites) do
    sprite.x, sprite.y, sprite.to_x, sprite.to_y = sprite.to_x or sprite.x, sprite.to_y or sprite.y, nil, nil
    if sprite.fades then sprites[id] = nil end
  end
end

local function swap(x, y, to_x, to_y)
  before[#before + 1] = score
  local made, events, count = game:swap(x, y, to_x, to_y)
  take(events, count)
  message = made and "" or "That makes no group."
  if not made then before[#before] = nil end
end

local function help()
  local x, y, to_x, to_y = game:best()
  if x then swap(x, y, to_x, to_y) end
end

function love.load(arguments)
  game = tilewright.game("match3", { level = LEVEL, seed = 7 })
  deal()
  -- `--shot FILE` plays some moves of the bot, saves a picture in the middle of one, and ends.
  if arguments[1] == "--shot" then shot = arguments[2] end
end

function love.update(seconds)
  if shot then seconds = 1 / 30 end
  if not next(steps) then
    if shot then help() end
    return
  end
  if clock == 0 then
    for _, event in ipairs(steps[1]) do apply(event) end
  end
  clock = clock + seconds
  for _, sprite in pairs(sprites) do
    if sprite.fades then sprite.alpha = math.max(0, 1 - clock / STEP) end
  end
  if clock >= STEP then
    clock = 0
    settle()
    table.remove(steps, 1)
  end
end

local function box(x, y, inset, radius)
  love.graphics.rectangle("fill", 40 + x * TILE + inset, TOP + y * TILE + inset, TILE - 2 * inset, TILE - 2 * inset, radius)
end

local function draw(sprite)
  local part = math.min(1, clock / STEP)
  local x = sprite.to_x and sprite.x + (sprite.to_x - sprite.x) * part or sprite.x
  local y = sprite.to_y and sprite.y + (sprite.to_y - sprite.y) * part or sprite.y
  local color = COLORS[sprite.color + 1] or { 0.55, 0.45, 0.35 }
  if sprite.sort == SORT.ground then
    love.graphics.setColor(0.45, 0.62, 0.35, 0.5 * sprite.alpha)
    box(x, y, 1, 4)
  elseif sprite.sort == SORT.cover then
    love.graphics.setColor(0.25, 0.25, 0.28, 0.8 * sprite.alpha)
    love.graphics.setLineWidth(4)
    love.graphics.rectangle("line", 40 + x * TILE + 5, TOP + y * TILE + 5, TILE - 10, TILE - 10, 8)
    love.graphics.line(40 + x * TILE + 8, TOP + y * TILE + 8, 40 + (x + 1) * TILE - 8, TOP + (y + 1) * TILE - 8)
  elseif sprite.sort == SORT.blocker then
    love.graphics.setColor(0.62, 0.47, 0.30, sprite.alpha)
    box(x, y, 3, 4)
    love.graphics.setColor(1, 1, 1, 0.9 * sprite.alpha)
    love.graphics.printf(sprite.detail, 40 + x * TILE, TOP + y * TILE + 21, TILE, "center")
  else
    love.graphics.setColor(color[1], color[2], color[3], sprite.alpha)
    box(x, y, 6, sprite.sort == SORT.piece and 26 or 12)
    if sprite.sort == SORT.piece then
      love.graphics.setColor(1, 1, 1, 0.9 * sprite.alpha)
      love.graphics.setLineWidth(5)
      local across = sprite.detail == 0
      local middle_x, middle_y = 40 + (x + 0.5) * TILE, TOP + (y + 0.5) * TILE
      love.graphics.line(middle_x - (across and 16 or 0), middle_y - (across and 0 or 16), middle_x + (across and 16 or 0), middle_y + (across and 0 or 16))
    end
  end
end

local LAYERS = { { [SORT.ground] = true }, { [SORT.block] = true, [SORT.piece] = true, [SORT.armed_piece] = true, [SORT.blocker] = true, [SORT.ingredient] = true, [SORT.obstacle] = true }, { [SORT.cover] = true } }

function love.draw()
  love.graphics.clear(0.96, 0.95, 0.92)
  love.graphics.setColor(0.9, 0.88, 0.83)
  love.graphics.rectangle("fill", 36, TOP - 4, COLUMNS * TILE + 8, 8 * TILE + 8, 8)
  -- What comes in falls from above the board.
  love.graphics.setScissor(36, TOP - 4, COLUMNS * TILE + 8, 8 * TILE + 8)
  for _, sorts in ipairs(LAYERS) do
    for _, sprite in pairs(sprites) do
      if sorts[sprite.sort] then draw(sprite) end
    end
  end
  love.graphics.setScissor()
  if chosen then
    love.graphics.setColor(0.1, 0.1, 0.1)
    love.graphics.setLineWidth(3)
    love.graphics.rectangle("line", 40 + chosen.x * TILE + 3, TOP + chosen.y * TILE + 3, TILE - 6, TILE - 6, 10)
  end
  love.graphics.setColor(0.2, 0.2, 0.2)
  love.graphics.print(("%d points    space: a bot's move    z: undo"):format(score), 40, 30)
  love.graphics.print(message, 40, 52)

  shown = shown + 1
  if shot and shown == 70 then
    love.graphics.captureScreenshot(function(image)
      local file = assert(io.open(shot, "wb"))
      file:write(image:encode "png":getString())
      file:close()
      love.event.quit()
    end)
  end
end

function love.mousepressed(x, y)
  if next(steps) then return end
  local cell = { x = math.floor((x - 40) / TILE), y = math.floor((y - TOP) / TILE) }
  if cell.x < 0 or cell.x >= COLUMNS or cell.y < 0 or cell.y >= 8 then return end
  if chosen then
    swap(chosen.x, chosen.y, cell.x, cell.y)
    chosen = nil
  else
    chosen = cell
  end
end

function love.keypressed(key)
  if next(steps) then return end
  if key == "space" then help() end
  if key == "z" and game:undo() then
    -- Undo has no events: the screen begins again.
    deal()
    score = table.remove(before) or 0
    message = ""
  end
end
