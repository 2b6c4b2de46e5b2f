-- A walker on a map that changes: `love bindings/lua/examples/walker`. The left button builds and removes walls, the right one says where to go.

-- In a game of your own the folder `tilewright` stands beside `main.lua`, and this line is not needed.
local folder = love.filesystem.getSource() .. "/../../"
package.path = folder .. "?.lua;" .. folder .. "?/init.lua;" .. package.path
local tilewright = require "tilewright"

local COLUMNS, ROWS, TILE = 40, 30, 20
local WALL, FREE = tilewright.terrain.wall, tilewright.terrain.free
local SPEED = 8 -- cells a second

local map = tilewright.map(COLUMNS, ROWS)
local walker, goal = { x = 2, y = 14 }, { x = 37, y = 14 }
local answer, reached = nil, 0
local shot, frames = nil, 0

-- The way from the cell that the walker has come to.
local function plan()
  answer = map:route { from = { math.floor(walker.x + 0.5), math.floor(walker.y + 0.5) }, to = goal, or_nearest = true, keep = true }
  reached = 1
end

local function toggle(x, y)
  local is_wall = map:cell(x, y) == WALL
  map:set(x, y, is_wall and FREE or WALL)
  -- A change elsewhere asks for nothing: the route is still one, and no other has become shorter.
  if not map:is_valid(answer, reached - 1) or map:may_improve(answer) then plan() end
end

function love.load(arguments)
  for x, y in ("12 4 12 5 12 6 12 7 12 8 12 9 12 10 12 11 12 12 12 13 12 14 12 15 12 16 12 17 12 18 25 12 25 13 25 14 25 15 25 16 25 17 25 18 25 19 25 20 25 21 25 22"):gmatch "(%d+) (%d+)" do
    map:set(tonumber(x), tonumber(y), WALL)
  end
  plan()
  if arguments[1] == "--shot" then shot = arguments[2] end
end

function love.update(seconds)
  if shot then
    seconds = 1 / 30
    -- A wall is built across the way.
    if frames == 20 then
      for y = 19, 24 do toggle(12, y) end
    end
  end
  local to = answer.places[reached + 1]
  if not to then return end
  local x, y = to.x - walker.x, to.y - walker.y
  local far = math.sqrt(x * x + y * y)
  local step = SPEED * seconds
  if far <= step then
    walker.x, walker.y = to.x, to.y
    reached = reached + 1
  else
    walker.x, walker.y = walker.x + x / far * step, walker.y + y / far * step
  end
end

function love.draw()
  love.graphics.clear(0.96, 0.95, 0.92)
  for y = 0, ROWS - 1 do
    for x = 0, COLUMNS - 1 do
      if map:cell(x, y) == WALL then
        love.graphics.setColor(0.35, 0.33, 0.38)
        love.graphics.rectangle("fill", x * TILE, y * TILE, TILE - 1, TILE - 1, 3)
      end
    end
  end
  love.graphics.setColor(0.30, 0.56, 0.78, 0.6)
  love.graphics.setLineWidth(3)
  local line = { (walker.x + 0.5) * TILE, (walker.y + 0.5) * TILE }
  for at = reached + 1, #answer.places do
    line[#line + 1] = (answer.places[at].x + 0.5) * TILE
    line[#line + 1] = (answer.places[at].y + 0.5) * TILE
  end
  if #line > 2 then love.graphics.line(line) end
  love.graphics.setColor(0.42, 0.68, 0.38)
  love.graphics.circle("line", (goal.x + 0.5) * TILE, (goal.y + 0.5) * TILE, 8)
  love.graphics.setColor(0.83, 0.37, 0.34)
  love.graphics.circle("fill", (walker.x + 0.5) * TILE, (walker.y + 0.5) * TILE, 8)

  frames = frames + 1
  if shot and frames == 60 then
    love.graphics.captureScreenshot(function(image)
      local file = assert(io.open(shot, "wb"))
      file:write(image:encode "png":getString())
      file:close()
      love.event.quit()
    end)
  end
end

function love.mousepressed(x, y, button)
  local cell = { x = math.floor(x / TILE), y = math.floor(y / TILE) }
  if button == 1 then
    toggle(cell.x, cell.y)
  else
    goal = cell
    plan()
  end
end
