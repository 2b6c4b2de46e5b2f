-- tilewright for LuaJIT and LÖVE: games, maps that change and every task, by the library for C.
--
--   local tilewright = require "tilewright"
--   local game = tilewright.game("match3", { level = level, goal = "collect:30", moves = 20, seed = 7 })
--   local made, events, count = game:swap(2, 5, 3, 5)
--
-- Columns, rows, floors and events are counted from 0, as in C. What cannot be meant raises an error with the message of the library. The file of the library
-- is what the environment variable TILEWRIGHT_LIBRARY names, else the system looks for it.

local ffi = require "ffi"

-- A program that loads this file again knows them already.
pcall(ffi.cdef, require "tilewright.declarations")

local path = os.getenv "TILEWRIGHT_LIBRARY"
local is_found, library = pcall(ffi.load, path or "tilewright")
if not is_found then
  error("tilewright: the library was not found: set the environment variable TILEWRIGHT_LIBRARY to its path, or put it where the system looks (" .. tostring(library) .. ")")
end

local ABI = 1
assert(library.tw_abi_version() == ABI, "tilewright: the library has another version than these files")

local tilewright = { library = library }

-- What the numbers of a shape and of corners are called.
local SHAPES = {
  squares = 0,
  ["hexagons odd rows"] = 1, ["hexagons even rows"] = 2, ["hexagons odd columns"] = 3, ["hexagons even columns"] = 4,
  ["diamonds odd rows"] = 5, ["diamonds even rows"] = 6, ["diamonds odd columns"] = 7, ["diamonds even columns"] = 8,
}
local CORNERS = { never = 0, one = 1, always = 2 }
local OUTCOMES = { [0] = "unreachable", "reached", "nearest", "unfinished" }
local STATES = { [0] = "idle", "walking", "arrived", "unreachable" }

-- What cells are made of; the numbers from 5 to 15 are free.
tilewright.terrain = { free = 0, swamp = 1, water = 2, wall = 3, trees = 4 }

-- The kinds of events of match-3, by their numbers: those below 32 are changes, the others reasons.
tilewright.event = {
  appear = 0, leave = 1, move = 2, turn = 3, hit = 4,
  swap = 32, tap = 33, refused = 34, group = 35, fire = 36, count = 37, score = 38, spread = 39, reshuffle = 40, endless = 41, rest = 42,
  ["end"] = 43, boost = 44, edit = 45, omitted = 46, timer = 47,
}
-- In which manner something appears, leaves, moves, fires or ends, by its number.
tilewright.manner = {
  none = 0, swap = 1, swap_back = 2, fall = 3, slide = 4, portal = 5, conveyor = 6, shuffle = 7,
  dealt = 16, refilled = 17, made = 18, spread = 19, restored = 20, placed = 21, given = 22,
  matched = 32, destroyed = 33, fired = 34, exit = 35, replaced = 36, cleared = 37, merged = 38,
  across = 48, down = 49, around = 50, won = 64, out_of_moves = 65, stuck = 66, endless = 67, timed_out = 68,
}
-- What has happened to a walker of a crowd, by its number.
tilewright.crowd_event = { moved = 0, displaced = 1, arrived = 2, left = 3 }
-- What an element is, by its number.
tilewright.sort = { none = 0, block = 1, piece = 2, armed_piece = 3, blocker = 4, ingredient = 5, cover = 6, ground = 7, obstacle = 8 }

local text = ffi.new "char[2048]"

local function last(copy)
  return tonumber(copy(text, 2048)) > 0 and ffi.string(text) or ""
end

-- The status of a call that has an answer; an error if it has none.
local function checked(status)
  if status > 2 then
    local hint = last(library.tw_last_hint)
    error("tilewright: " .. last(library.tw_last_error) .. (hint ~= "" and " (" .. hint .. ")" or ""), 3)
  end
  return status == 0
end

-- Handles that Lua has given up. They are freed when the next one is made: a call in the middle of another one would take its last error away.
local given_up = {}

-- Refuses keys that mean nothing, which are misspelt ones as a rule.
local function known(value, what, keys)
  for key in pairs(value) do
    if type(key) == "string" and not (" " .. keys .. " "):find(" " .. key .. " ", 1, true) then
      error(("tilewright: %s has no key %q; it may have %s"):format(what, key, keys), 3)
    end
  end
end

-- A place for a handle.
local Handle = ffi.metatype("struct { uint64_t number; }", {
  __gc = function(handle) given_up[#given_up + 1] = handle.number end,
})

local function own(number)
  local handle = Handle(number)
  -- Lua may give up more of them meanwhile.
  local freed = table.remove(given_up)
  while freed do
    library.tw_free(freed)
    freed = table.remove(given_up)
  end
  return handle
end

local function held(out)
  return own(out[0])
end

local out = ffi.new "uint64_t[1]"
local length = ffi.new "size_t[1]"
local number = ffi.new "double[1]"

-- A buffer that grows, of a type.
local function buffer(kind)
  local self = { capacity = 64, items = ffi.new(kind .. "[64]") }
  function self.grow(wanted)
    if wanted > self.capacity then
      self.capacity = math.max(wanted, 2 * self.capacity)
      self.items = ffi.new(kind .. "[?]", self.capacity)
    end
  end
  return self
end

-- Fills a buffer by a call, and reads again what that left where it was too short. Returns whether the answer is yes, the items and their number.
local function filled(into, call, again)
  local status = call(into.items, into.capacity)
  if status == 7 then
    into.grow(tonumber(length[0]))
    status = again(into.items, into.capacity)
  end
  return checked(status), into.items, tonumber(length[0])
end

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

-- A value as JSON. A table with an item 1, or none at all with `tilewright.list`, is a list.
local function encode(value)
  local kind = type(value)
  if kind == "string" then
    return '"' .. value:gsub('[%c"\\]', function(c) return escapes[c] or ("\\u%04x"):format(c:byte()) end) .. '"'
  elseif kind == "table" then
    local parts = {}
    if value[1] ~= nil or getmetatable(value) == tilewright.list then
      for _, item in ipairs(value) do parts[#parts + 1] = encode(item) end
      return "[" .. table.concat(parts, ",") .. "]"
    end
    for key, item in pairs(value) do parts[#parts + 1] = encode(tostring(key)) .. ":" .. encode(item) end
    table.sort(parts)
    return "{" .. table.concat(parts, ",") .. "}"
  elseif kind == "number" then
    return value == math.floor(value) and math.abs(value) < 2 ^ 53 and ("%d"):format(value) or ("%.17g"):format(value)
  elseif kind == "boolean" then
    return tostring(value)
  elseif kind == "nil" then
    return "null"
  end
  error("tilewright: a " .. kind .. " has no form in JSON", 2)
end

-- The metatable of a list that may be empty: `setmetatable({}, tilewright.list)`.
tilewright.list = {}

-- A text is JSON already; everything else becomes it.
local function json(value)
  return value == nil and "" or type(value) == "string" and value or encode(value)
end

--
-- Tasks
--

local Answer = {}
Answer.__index = Answer

local function form(answer, name)
  checked(library.tw_answer_read(answer.handle.number, name, nil, 0, length))
  local bytes = ffi.new("uint8_t[?]", length[0] + 1)
  checked(library.tw_answer_read(answer.handle.number, name, bytes, length[0], length))
  return ffi.string(bytes, length[0])
end

function Answer:json() return form(self, "json") end
function Answer:text() return form(self, "text") end
function Answer:picture() return form(self, "picture") end

-- Runs a task: `request` is a table, or a text of JSON, with the name of the task and its keys. `picture` is a format such as "png". `on_event` receives each event as JSON, and an
-- empty text when nothing has happened for a while; if it returns true the task is stopped. The answer has `status`: "ok", "no" or "stopped".
function tilewright.run(request, picture, on_event)
  request = json(request)
  assert(picture == nil or type(picture) == "string", "tilewright: a picture is a text such as \"png\"")
  local failed
  local callback = on_event and ffi.cast("TwEventCallback", function(_, event, size)
    local ok, stop = pcall(on_event, ffi.string(event, size))
    if not ok then failed = stop end
    return (not ok or stop) and 1 or 0
  end)
  -- Of its own: what `on_event` calls uses the other one.
  local into = ffi.new "uint64_t[1]"
  local status = library.tw_run(request, #request, picture, callback, nil, into)
  if callback then callback:free() end
  if failed then
    library.tw_free(into[0])
    error(failed, 2)
  end
  checked(status)
  local answer = setmetatable({ handle = held(into) }, Answer)
  answer.status = ({ [0] = "ok", "no", "stopped" })[tonumber(status)]
  return answer
end
-- A callback must not be entered from compiled code.
jit.off(tilewright.run, true)

--
-- Games
--

local Game = {}
Game.__index = Game

local function game(handle)
  return setmetatable({ handle = handle, said = buffer "uint8_t", events = buffer "TwEvent" }, Game)
end

-- Begins "match3", "2048" or "battleship". The options are a table, or a text of JSON.
function tilewright.game(name, options)
  options = json(options)
  checked(library.tw_game_open(name, options, #options, out))
  return game(held(out))
end

-- Continues a game that `save` wrote.
function tilewright.load_game(name, saved)
  checked(library.tw_game_load(name, saved, #saved, out))
  return game(held(out))
end

function Game:copy()
  checked(library.tw_game_copy(self.handle.number, out))
  return game(held(out))
end

-- Answers a verb, with an argument as a table or a text of JSON. Returns the answer as JSON, and whether a move was made.
function Game:ask(verb, argument)
  local id = self.handle.number
  argument = json(argument)
  local made, bytes, count = filled(self.said,
    function(bytes, capacity) return library.tw_game_ask(id, verb, argument, #argument, bytes, capacity, length) end,
    function(bytes, capacity) return library.tw_game_said(id, bytes, capacity, length) end)
  return ffi.string(bytes, count), made
end

function Game:state() return (self:ask "state") end
function Game:moves() return (self:ask "moves") end
function Game:play(move) return self:ask("play", move) end
function Game:undo() return self:ask "undo" == "true" end
function Game:save() return (self:ask "save") end

-- The move that an adviser would make, as JSON; nil if the game is over.
function Game:hint(adviser)
  local move = self:ask("hint", adviser)
  return move ~= "null" and move or nil
end

local best = ffi.new "TwSwap[1]"

-- The move of match-3 that a bot would make, "greedy" if none is named, for `swap`: x, y, to_x, to_y; nil if the game is over.
function Game:best(bot, budget)
  if not checked(library.tw_match3_hint(self.handle.number, bot, budget or 0xffffffffffffffffULL, best)) then return nil end
  local swap = best[0]
  return swap.x, swap.y, swap.to_x, swap.to_y
end

local match3 = ffi.new "TwMatch3State[1]"

-- Where a game of match-3 stands.
function Game:status()
  checked(library.tw_match3_state(self.handle.number, match3))
  local it = match3[0]
  return {
    columns = it.columns, rows = it.rows, score = tonumber(it.score), left = tonumber(it.left), moves_made = it.moves_made,
    move_limit = it.move_limit < 0xffffffff and it.move_limit or nil, over = it.over == 1, won = it.won == 1,
  }
end

-- Makes a move of match-3, a swap of two cells or a tap of one. Returns whether it was made, its events, an array from 0 that the next move writes over, and their number.
function Game:swap(x, y, to_x, to_y)
  local id = self.handle.number
  local made, events, count = filled(self.events,
    function(events, capacity) return library.tw_match3_play(id, x, y, to_x or x, to_y or y, events, capacity, length) end,
    function(events, capacity) return library.tw_match3_events(id, events, capacity, length) end)
  -- Not by a tail call, which would let the game be collected before.
  return made, events, count
end

-- The lists of the events of the last `swap`, an array from 0 and its length: ids of a group, cells of others.
function Game:lists()
  self.list = self.list or buffer "uint32_t"
  local id = self.handle.number
  local function read(list, capacity) return library.tw_match3_lists(id, list, capacity, length) end
  local _, list, count = filled(self.list, read, read)
  return list, count
end

-- What is on the board of a game of match-3: an array from 0, and its length.
function Game:elements()
  self.board = self.board or buffer "TwElement"
  local id = self.handle.number
  local function read(elements, capacity) return library.tw_match3_elements(id, elements, capacity, length) end
  local _, elements, count = filled(self.board, read, read)
  return elements, count
end

--
-- Maps
--

local Map, Field, Crowd = {}, {}, {}
Map.__index, Field.__index, Crowd.__index = Map, Field, Crowd

local function place(x, y, floor) return ffi.new("TwPlace", x, y, floor or 0) end

-- A place from a list { x, y, floor } or { x = x, y = y, floor = floor }.
local function given(at) return place(at.x or at[1], at.y or at[2], at.floor or at[3]) end

local function agent(options)
  local agent = library.tw_agent()
  if options then
    agent.layer = options.layer or 0
    agent.size = options.size or 1
    if options.mask then agent.mask = options.mask end
  end
  return agent
end

local function layer(options)
  known(options, "a layer", "neighbors corners danger_weight costs sizes")
  local layer = library.tw_layer()
  layer.neighbors = options.neighbors or 8
  layer.corners = assert(CORNERS[options.corners or "never"], "tilewright: corners are never, one or always")
  layer.danger_weight = options.danger_weight or 0
  if options.costs then
    for terrain = 0, 15 do layer.costs[terrain] = options.costs[terrain] or 0 end
  end
  for _, size in ipairs(options.sizes or {}) do layer.sizes = bit.bor(layer.sizes, bit.lshift(1, size - 1)) end
  return layer
end

local function map(handle)
  -- The queries of `find` differ in their places alone.
  local plain = ffi.new("TwQuery[1]", { library.tw_query(place(0, 0), place(0, 0)) })
  return setmetatable({ handle = handle, places = buffer "TwPlace", query = ffi.new "TwQuery[1]", plain = plain, found = ffi.new "TwFound[1]" }, Map)
end

-- A map of squares, all free: `tilewright.map(40, 30)`; or of floors, layers, another shape and the terrains of its cells, floor by floor and row by row:
-- `tilewright.map { floors = { { 40, 30 }, { 40, 30 } }, layers = { { neighbors = 4, sizes = { 2 } } }, shape = "hexagons odd rows", cells = { … } }`.
function tilewright.map(columns, rows, options)
  options = type(columns) == "table" and columns or options or {}
  known(options, "a map", "floors layers shape cells")
  local floors = options.floors or { { columns, rows } }
  local layers = options.layers or { {} }
  local all_floors, all_layers = ffi.new("TwFloor[?]", #floors), ffi.new("TwLayer[?]", #layers)
  for at, floor in ipairs(floors) do all_floors[at - 1] = ffi.new("TwFloor", floor[1], floor[2]) end
  for at, one in ipairs(layers) do all_layers[at - 1] = layer(one) end
  local cells = options.cells and ffi.new("uint8_t[?]", #options.cells, options.cells)
  local shape = assert(SHAPES[options.shape or "squares"], "tilewright: there is no such shape")
  checked(library.tw_map_new(all_floors, #floors, all_layers, #layers, shape, cells, cells and #options.cells or 0, out))
  return map(held(out))
end

function Map:copy()
  checked(library.tw_map_copy(self.handle.number, out))
  return map(held(out))
end

-- What is called in every frame hands no structure over by its value, which LuaJIT does not compile.
local change, one_place = ffi.new "TwChange[1]", ffi.new "TwPlace[1]"

function Map:set(x, y, terrain, floor)
  local at = change[0].at
  at.x, at.y, at.floor = x, y, floor or 0
  change[0].value = terrain
  checked(library.tw_map_set_all(self.handle.number, change, 1))
end

function Map:set_cost(x, y, cost, floor) checked(library.tw_map_set_cost(self.handle.number, place(x, y, floor), cost)) end
function Map:set_door(x, y, open, shut, shift, floor) checked(library.tw_map_set_door(self.handle.number, place(x, y, floor), open, shut, shift or 0)) end
function Map:remove_door(x, y, floor) return checked(library.tw_map_remove_door(self.handle.number, place(x, y, floor))) end
function Map:can_stand(x, y, options, floor) return checked(library.tw_map_can_stand(self.handle.number, place(x, y, floor), agent(options))) end

-- Makes a rectangle of cells of another terrain, at less than the cost of one after the other.
function Map:fill(x, y, columns, rows, terrain, floor)
  local changes = ffi.new("TwChange[?]", columns * rows)
  for at = 0, columns * rows - 1 do
    changes[at].at = place(x + at % columns, y + math.floor(at / columns), floor)
    changes[at].value = terrain
  end
  checked(library.tw_map_set_all(self.handle.number, changes, columns * rows))
end

function Map:set_danger(x, y, danger, floor)
  local change = ffi.new("TwChange[1]", { { place(x, y, floor), danger } })
  checked(library.tw_map_set_danger(self.handle.number, change, 1))
end

-- What a cell is: its terrain, the factor on its cost, its danger.
function Map:cell(x, y, floor)
  local cell = ffi.new "TwCell[1]"
  checked(library.tw_map_cell(self.handle.number, place(x, y, floor), cell))
  return cell[0].terrain, cell[0].cost, cell[0].danger
end

-- The largest size of an agent of a layer that could stand at a place.
function Map:clearance(x, y, number_of_layer, floor)
  local size = ffi.new "uint32_t[1]"
  checked(library.tw_map_clearance(self.handle.number, place(x, y, floor), number_of_layer or 0, size))
  return size[0]
end

-- Adds a link: { from = { x, y, floor }, to = { x, y, floor }, cost = 1, mask = all, both_ways = true }. Returns what it is called by.
function Map:add_link(link)
  known(link, "a link", "from to cost mask both_ways")
  assert(link.from and link.to, "tilewright: a link has a from and a to")
  local both_ways = link.both_ways == nil or link.both_ways
  local plain = ffi.new("TwLink[1]", { { given(link.from), given(link.to), link.mask or 0xffffffff, both_ways and 1 or 0, link.cost or 1 } })
  checked(library.tw_map_add_link(self.handle.number, plain, out))
  return tonumber(out[0])
end

function Map:remove_link(link) checked(library.tw_map_remove_link(self.handle.number, link)) end

-- The places of a list, or of one place, as an array.
local function all(places)
  if places.x or type(places[1]) == "number" then places = { places } end
  local array = ffi.new("TwPlace[?]", #places)
  for at, one in ipairs(places) do array[at - 1] = given(one) end
  return array, #places
end

local function asked(self, query)
  known(query, "a query", "from to layer size mask or_nearest coarse radius blocked departure max_cost weight budget keep")
  assert(query.from and query.to, "tilewright: a query has a from and a to")
  local plain = self.query[0]
  local to = query.to
  local is_one = to.x or type(to[1]) == "number"
  self.query[0] = library.tw_query(given(query.from), is_one and given(to) or place(0, 0))
  -- The query points to these arrays: the map keeps them until the next one.
  self.goals, self.blocked = nil, nil
  if not is_one then
    self.goals, plain.goal_count = all(to)
    plain.goals = self.goals
  end
  if query.blocked then
    self.blocked, plain.blocked_count = all(query.blocked)
    plain.blocked = self.blocked
  end
  plain.agent = agent(query)
  plain.or_nearest = query.or_nearest and 1 or 0
  plain.coarse = query.coarse and 1 or 0
  if query.radius then plain.radius = query.radius end
  if query.departure then plain.departure = query.departure end
  if query.max_cost then plain.max_cost = query.max_cost end
  if query.weight then plain.weight = query.weight end
  if query.budget then plain.budget = query.budget end
  return self.query
end

-- What a query has found, as a table.
local function answered(self, keep, call)
  local id, found = self.handle.number, self.found[0]
  local status = call(self.places.items, self.places.capacity)
  local count = tonumber(found.length)
  if status == 7 then
    self.places.grow(count)
    status = library.tw_map_way(id, self.places.items, self.places.capacity, length)
  end
  checked(status)
  local answer = { outcome = OUTCOMES[tonumber(found.outcome)], cost = found.cost, least = found.least, expansions = tonumber(found.expansions), places = {} }
  for at = 0, count - 1 do
    local it = self.places.items[at]
    answer.places[at + 1] = { x = it.x, y = it.y, floor = it.floor }
  end
  if found.search ~= 0 then answer.search = own(found.search) end
  if keep and found.route ~= 0 then answer.route = own(found.route) end
  return answer
end

-- Answers a query: { from = { x, y, floor }, to = { x, y, floor } or several of them, layer, size, mask, or_nearest, coarse, radius, blocked, departure, max_cost, weight, budget,
-- keep }. The answer has `outcome`, "reached", "nearest", "unreachable" or "unfinished", and `places`, `cost`, `least`, `expansions`. One that was kept can be asked by `is_valid`.
function Map:route(query)
  local plain = asked(self, query)
  local keep = query.keep and 1 or 0
  local answer = answered(self, query.keep, function(places, capacity)
    return library.tw_map_route(self.handle.number, plain, keep, places, capacity, self.found)
  end)
  answer.keep = query.keep
  return answer
end

-- Continues an answer that is unfinished.
function Map:resume(answer)
  assert(answer.search, "tilewright: the answer is not unfinished")
  local search = answer.search.number
  -- It is given up by the call.
  answer.search.number, answer.search = 0, nil
  local again = answered(self, answer.keep, function(places, capacity)
    return library.tw_map_resume(self.handle.number, search, answer.keep and 1 or 0, places, capacity, self.found)
  end)
  again.keep = answer.keep
  return again
end

-- A cheapest way of the usual agent on floor 0: an array from 0 of places, which the next query writes over, and its length, 0 if there is none.
function Map:find(x, y, to_x, to_y)
  local query = self.plain[0]
  query.from.x, query.from.y, query.to.x, query.to.y = x, y, to_x, to_y
  local status = library.tw_map_route(self.handle.number, self.plain, 0, self.places.items, self.places.capacity, self.found)
  local count = tonumber(self.found[0].length)
  if status == 7 then
    self.places.grow(count)
    status = library.tw_map_way(self.handle.number, self.places.items, self.places.capacity, length)
  end
  checked(status)
  return self.places.items, count
end

function Map:is_reachable(query)
  local plain = asked(self, query)
  local is_reachable = checked(library.tw_map_is_reachable(self.handle.number, plain))
  self.goals, self.blocked = nil, nil
  return is_reachable
end

-- Whether an answer that was kept is still a way, from its place number `from` on, counted from 0. One without a way is none.
function Map:is_valid(answer, from)
  return answer.route ~= nil and checked(library.tw_route_is_valid(self.handle.number, answer.route.number, from or 0))
end

-- Whether there may be a better one by now; where there was none, there may always.
function Map:may_improve(answer)
  return answer.route == nil or checked(library.tw_route_may_improve(self.handle.number, answer.route.number))
end

--
-- Fields and crowds
--

-- For every place what it costs an agent to come to the nearest of some goals, and the next step there.
function Map:field(goals, options)
  local places, count = all(goals)
  checked(library.tw_field_new(self.handle.number, agent(options), places, count, 0xffffffffffffffffULL, out))
  return setmetatable({ handle = held(out), map = self }, Field)
end

function Field:update() checked(library.tw_field_update(self.map.handle.number, self.handle.number, nil)) end

function Field:set_goals(goals)
  local places, count = all(goals)
  checked(library.tw_field_set_goals(self.map.handle.number, self.handle.number, places, count, nil))
end

-- Infinite where no goal can be reached.
function Field:value(x, y, floor)
  checked(library.tw_field_value(self.handle.number, place(x, y, floor), number))
  return number[0]
end

-- The place to go to: x, y, floor; the same where there is none.
function Field:next(x, y, floor)
  local at = one_place[0]
  at.x, at.y, at.floor = x, y, floor or 0
  checked(library.tw_field_advance(self.handle.number, one_place, 1))
  return at.x, at.y, at.floor
end

-- Walkers that go from cell to cell and make room for each other.
function Map:crowd(seed, options)
  checked(library.tw_crowd_new(self.handle.number, agent(options), seed or 0, out))
  return setmetatable({ handle = held(out), map = self, events = buffer "TwCrowdEvent" }, Crowd)
end

local function goal_of(goal) return goal and ffi.new("TwPlace[1]", given(goal)) end

-- Adds a walker at { x, y, floor }, perhaps with a goal. Returns what it is called by.
function Crowd:add(at, goal)
  checked(library.tw_crowd_add(self.handle.number, given(at), goal_of(goal), out))
  return tonumber(out[0])
end

function Crowd:remove(walker) checked(library.tw_crowd_remove(self.handle.number, walker)) end
function Crowd:set_goal(walker, goal) checked(library.tw_crowd_set_goal(self.handle.number, walker, goal_of(goal))) end
function Crowd:set_still(walker, is_still) checked(library.tw_crowd_set_still(self.handle.number, walker, is_still and 1 or 0)) end

local state = ffi.new "TwWalkerState[1]"

-- Where a walker is, and what it is doing: x, y, floor, and "idle", "walking", "arrived" or "unreachable".
function Crowd:walker(walker)
  checked(library.tw_crowd_walker(self.handle.number, walker, one_place, state))
  return one_place[0].x, one_place[0].y, one_place[0].floor, STATES[tonumber(state[0])]
end

-- Moves every walker by one step. Returns what has happened: an array from 0, which the next step writes over, and its length. Each has `walker`, which `tonumber`
-- makes what `add` has returned, `at`, and `kind`: 0 moved, 1 put elsewhere, 2 arrived, 3 left.
function Crowd:step()
  local map, id = self.map.handle.number, self.handle.number
  local _, events, count = filled(self.events,
    function(events, capacity) return library.tw_crowd_step(map, id, events, capacity, length) end,
    function(events, capacity) return library.tw_crowd_events(id, events, capacity, length) end)
  return events, count
end

return tilewright
