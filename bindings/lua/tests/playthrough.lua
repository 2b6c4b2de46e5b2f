-- Plays the calls of games.txt and walkers.txt, and compares what each finds with the numbers after its ` = `.

package.path = arg[1] .. "/?.lua;" .. arg[1] .. "/?/init.lua;" .. package.path
local tilewright = require "tilewright"

local MOST = 2147483647

local function mix(value, item) return (value * 65599 + item) % MOST end
local function mix_place(value, x, y, floor) return mix(mix(mix(value, x), y), floor) end
local function millionths(cost) return math.floor(cost * 1e6 + 0.5) end

local game

local function play(line)
  local verb, rest = line:match "^(%S+) (.*)$"
  if verb == "swap" then
    local x, y, to_x, to_y = rest:match "^(%d+) (%d+) (%d+) (%d+)$"
    local _, events, count = game:swap(tonumber(x), tonumber(y), tonumber(to_x), tonumber(to_y))
    local value = 0
    for at = 0, count - 1 do
      local it, look = events[at], events[at].look
      for _, field in ipairs {
        it.kind, it.manner, it.list_length, it.step, it.id, it.by, it.from, it.to, look.sort, look.number, look.color, look.detail, it.value % 2 ^ 32, it.list_start,
      } do value = mix(value, field) end
    end
    local lists, length = game:lists()
    for at = 0, length - 1 do value = mix(value, lists[at]) end
    return { value }
  end
  local word, argument = rest:match "^(%S+) ?(.*)$"
  if verb == "game" then
    game = tilewright.game(word, argument)
    return {}
  end
  local said, value = game:ask(word, argument), 0
  for at = 1, #said do value = mix(value, said:byte(at)) end
  return { value }
end

local floors, layers, links, fields, crowds, walkers, numbers = {}, {}, {}, {}, {}, {}, {}
local map

local function values(field)
  local value = 0
  for floor, size in ipairs(floors) do
    for y = 0, size[2] - 1 do
      for x = 0, size[1] - 1 do
        local known = field:value(x, y, floor - 1)
        value = mix(value, known == math.huge and 0 or millionths(known) + 1)
      end
    end
  end
  return { value }
end

local function walk(line)
  local verb = line:match "^%a+"
  if not verb then return {} end
  local n = {}
  for word in line:gmatch " (%S+)" do n[#n + 1] = tonumber(word) end
  local function place(first) return { n[first], n[first + 1], n[first + 2] } end
  local function places(first)
    local all = {}
    for at = first, #n - 2, 3 do all[#all + 1] = place(at) end
    return all
  end

  if verb == "floor" then
    floors[#floors + 1] = { n[1], n[2] }
    return {}
  elseif verb == "layer" then
    local costs, sizes = {}, {}
    for at = 4, #n do costs[at - 4] = n[at] end
    for size = 1, 8 do
      if bit.band(n[3], bit.lshift(1, size - 1)) ~= 0 then sizes[#sizes + 1] = size end
    end
    layers[#layers + 1] = { neighbors = n[1], corners = ({ [0] = "never", "one", "always" })[n[2]], costs = costs, sizes = sizes }
    return {}
  end
  map = map or tilewright.map { floors = floors, layers = layers }
  if verb == "set" then
    map:set(n[1], n[2], n[4], n[3])
  elseif verb == "fill" then
    map:fill(n[1], n[2], n[4], n[5], n[6], n[3])
  elseif verb == "cost" then
    map:set_cost(n[1], n[2], n[4], n[3])
  elseif verb == "door" then
    if n[4] == 0 then map:remove_door(n[1], n[2], n[3]) else map:set_door(n[1], n[2], n[4], n[5], n[6], n[3]) end
  elseif verb == "link" then
    links[#links + 1] = map:add_link { from = place(1), to = place(4), cost = n[7], mask = n[8], both_ways = n[9] > 0 }
  elseif verb == "unlink" then
    map:remove_link(links[n[1] + 1])
  elseif verb == "route" or verb == "reach" then
    local query = { from = place(1), to = place(4), layer = n[7], size = n[8], mask = n[9] }
    if verb == "reach" then return { map:is_reachable(query) and 1 or 0 } end
    query.or_nearest = n[10] > 0
    query.budget = n[11] > 0 and n[11] or nil
    local answer, frames = map:route(query), 1
    while answer.outcome == "unfinished" do
      answer, frames = map:resume(answer), frames + 1
    end
    local value = 0
    for _, it in ipairs(answer.places) do value = mix_place(value, it.x, it.y, it.floor) end
    return { ({ unreachable = 0, reached = 1, nearest = 2 })[answer.outcome], #answer.places, millionths(answer.cost), value, frames }
  elseif verb == "field" then
    fields[#fields + 1] = map:field(places(4), { layer = n[1], size = n[2], mask = n[3] })
    return values(fields[#fields])
  elseif verb == "aim" or verb == "update" then
    local field = fields[n[1] + 1]
    if verb == "aim" then field:set_goals(places(2)) else field:update() end
    return values(field)
  elseif verb == "follow" then
    local x, y, floor = n[2], n[3], n[4]
    for _ = 1, n[5] do x, y, floor = fields[n[1] + 1]:next(x, y, floor) end
    return { x, y, floor }
  elseif verb == "crowd" then
    crowds[#crowds + 1] = map:crowd(n[2], { layer = n[1] })
  elseif verb == "walker" then
    local walker = crowds[n[1] + 1]:add(place(2), #n > 4 and place(5) or nil)
    numbers[walker] = #walkers
    walkers[#walkers + 1] = walker
  elseif verb == "goal" then
    crowds[n[1] + 1]:set_goal(walkers[n[2] + 1], #n > 2 and place(3) or nil)
  elseif verb == "step" then
    local value = 0
    for _ = 1, n[2] do
      local events, count = crowds[n[1] + 1]:step()
      for at = 0, count - 1 do
        local it = events[at]
        value = mix(value, numbers[tonumber(it.walker)])
        if tonumber(it.kind) <= 1 then value = mix_place(value, it.at.x, it.at.y, it.at.floor) end
      end
    end
    return { value }
  else
    error("no call " .. verb)
  end
  return {}
end

local function played(name, call)
  local number, checked = 0, 0
  for line in io.lines(name) do
    number = number + 1
    local before, expected = line:match "^(.*) = ([%d ]+)$"
    local ok, found = pcall(call, before or line)
    if not ok then error(name .. ":" .. number .. ": " .. tostring(found)) end
    for at, item in ipairs(found) do found[at] = ("%d"):format(item) end
    found = table.concat(found, " ")
    assert(found == (expected or ""), name .. ":" .. number .. ": found " .. found .. ", expected " .. tostring(expected))
    checked = checked + (expected and 1 or 0)
  end
  return checked
end

-- What the calls above do not ask.
local function asked()
  local map = tilewright.map(9, 5)
  for _ = 1, 200 do
    local query = { from = { 0, 0 }, to = { { 8, 4 }, { x = 8, y = 0 } }, blocked = {}, keep = true }
    local answer = map:route(query)
    assert(answer.outcome == "reached" and answer.places[#answer.places].y == 0 and map:is_valid(answer))
    query.blocked = { { 8, 0 } }
    assert(map:is_reachable(query) and map:route(query).places[#answer.places].y == 4)
  end
  for _, wrong in ipairs { { from = { 0, 0 }, to = { 1, 1 }, bugdet = 3 }, { from = { 0, 0 } } } do
    local ok, why = pcall(map.route, map, wrong)
    assert(not ok and (why:find "bugdet" or why:find "a from and a to"), why)
  end
  local ok, why = pcall(tilewright.map, 3, 3, { layers = { { neighbours = 4 } } })
  assert(not ok and why:find "neighbours", why)
  map:fill(4, 0, 1, 5, tilewright.terrain.wall)
  local none = map:route { from = { 0, 0 }, to = { 8, 4 }, keep = true }
  assert(none.outcome == "unreachable" and not map:is_valid(none) and map:may_improve(none))
  for _ = 1, 2000 do
    map:route { from = { 0, 0 }, to = { 3, 4 }, keep = true }
    ok, why = pcall(map.set, map, 9, 9, 3)
    assert(not ok and why:find "outside the map", why)
  end
  local events = 0
  local answer = tilewright.run({ task = "battleship/count", rows = 5, columns = 5, fleet = "2,1" }, nil, function() events = events + 1 end)
  assert(answer.status == "ok" and answer:json():find '"schema"')
  ok, why = pcall(tilewright.run, { task = "2048/train", episodes = 1000000, seed = 1 }, nil, function()
    tilewright.game("2048", { seed = 1 })
    error "enough"
  end)
  assert(not ok and tostring(why):find "enough")
  collectgarbage()
  collectgarbage()
  tilewright.map(2, 2)
end

asked()
local games = played(arg[2], play)
print(("%d and %d"):format(games, played(arg[3], walk)))
