//! Bytes as a sequence of calls with handles, places and numbers of all kinds.

use std::collections::VecDeque;
use std::ffi::{CStr, c_char};

use tilewright_c::*;

/// The most calls of a sequence.
const MOST_CALLS: usize = 300;

/// What stands behind a buffer, and must stay there.
const GUARD: u8 = 0xA7;

/// Reads numbers from bytes; 0 when they are used up.
struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound
    }

    /// A coordinate: mostly on the map.
    fn side(&mut self) -> u32 {
        match self.byte() {
            250 => u32::MAX,
            251 => 1 << 31,
            252 => 65_536,
            byte => u32::from(byte % 8),
        }
    }

    fn place(&mut self) -> TwPlace {
        TwPlace { x: self.side(), y: self.side(), floor: self.side() / 6 }
    }

    fn places(&mut self) -> Vec<TwPlace> {
        (0..self.below(4)).map(|_| self.place()).collect()
    }

    fn number(&mut self) -> f64 {
        match self.byte() {
            240 => f64::NAN,
            241 => f64::INFINITY,
            242 => -1.0,
            243 => 1e300,
            244 => 1e-300,
            byte => f64::from(byte) / 16.0,
        }
    }

    fn agent(&mut self) -> TwAgent {
        let layer = if self.byte() < 200 { 0 } else { self.side() };
        let size = if self.byte() < 200 { 1 } else { self.side() };
        TwAgent { layer, size, mask: u32::from(self.byte()) }
    }
}

/// A buffer that ends with a guard.
struct Guarded {
    bytes: Vec<u8>,
    capacity: usize,
}

impl Guarded {
    /// Room for this many values, whatever they are.
    fn new<T>(capacity: usize) -> Self {
        // Values of eight bytes lie on eight bytes, as everything that is allocated.
        let bytes = vec![GUARD; capacity * size_of::<T>() + 16];
        Self { bytes, capacity }
    }

    const fn at<T>(&mut self) -> *mut T {
        self.bytes.as_mut_ptr().cast()
    }

    fn check<T>(&self) {
        let guard = &self.bytes[self.capacity * size_of::<T>()..];
        assert!(guard.iter().all(|&byte| byte == GUARD), "written behind the buffer");
    }
}

const GAMES: [(&CStr, &str); 5] = [
    (c"2048", "{\"seed\": 1}"),
    (
        c"match3",
        "{\"level\": \"{\\\"rules\\\": \\\"blast\\\", \\\"colors\\\": 3, \\\"moves\\\": 9, \\\"goal\\\": {\\\"collect\\\": 9}, \\\"layout\\\": [\\\"....\\\", \\\"....\\\", \\\"....\\\", \\\"....\\\"]}\"}",
    ),
    (
        c"match3",
        "{\"level\": \".....\\n..1..\\n.....\\n.....\\n\", \"goal\": \"collect:9\"}",
    ),
    (c"battleship", "{\"rows\": 4, \"columns\": 4, \"fleet\": [2]}"),
    (c"chess", "{}"),
];

const VERBS: [&CStr; 14] = [
    c"state",
    c"moves",
    c"play",
    c"undo",
    c"hint",
    c"save",
    c"about",
    c"boost",
    c"level",
    c"values",
    c"advise",
    c"set-goal",
    c"add-moves",
    c"jump",
];

const ARGUMENTS: [&str; 10] = [
    "",
    "null",
    "\"up\"",
    "\"left\"",
    "[0, 0]",
    "[[0, 0], [0, 1]]",
    "[[9, 9], [9, 9]]",
    "{\"hammer\": [1, 1]}",
    "7",
    "{\"player\": \"greedy\"}",
];

/// The handles so far, and texts that games have saved.
#[derive(Default)]
struct Known {
    handles: VecDeque<u64>,
    numbers: Vec<u64>,
}

impl Known {
    fn add(&mut self, handle: u64) {
        self.handles.push_front(handle);
    }

    /// A handle: mostly one of the last, sometimes none that was given.
    fn pick(&self, bytes: &mut Bytes<'_>) -> u64 {
        match bytes.byte() {
            253 => 0,
            254 => u64::MAX,
            255 => 1 << 32,
            byte => self.handles.get(usize::from(byte) % 6).copied().unwrap_or(1),
        }
    }

    fn number(&self, bytes: &mut Bytes<'_>) -> u64 {
        self.numbers.get(bytes.below(8)).copied().unwrap_or(3 << 32)
    }
}

/// Makes the calls of some bytes. None may end the process, answer with an error of the library, write behind a buffer, or keep a handle that was freed.
#[expect(unsafe_code, reason = "as C calls it")]
pub(super) fn play(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let mut known = Known::default();
    for _ in 0..MOST_CALLS {
        if bytes.0.is_empty() {
            break;
        }
        // SAFETY: every buffer is as long as it is said to be, and lives as long as the call.
        let status = unsafe { call(&mut bytes, &mut known) };
        assert_ne!(status, TwStatus::Bug, "{}", last());
        assert_eq!(
            status >= TwStatus::Refused && status != TwStatus::Short,
            !last().is_empty() && status != TwStatus::No,
            "{status:?}: {}",
            last()
        );
    }
    for handle in known.handles {
        assert!(matches!(tw_free(handle), TwStatus::Ok | TwStatus::Gone), "{}", last());
        assert_eq!(tw_free(handle), TwStatus::Gone);
    }
}

/// The message of the last error.
#[expect(unsafe_code, reason = "as C calls it")]
fn last() -> String {
    let mut buffer = [0_u8; 400];
    // SAFETY: the buffer has this many bytes.
    unsafe { tw_last_error(buffer.as_mut_ptr().cast::<c_char>(), buffer.len()) };
    let text = CStr::from_bytes_until_nul(&buffer).unwrap_or_default();
    text.to_string_lossy().into_owned()
}

/// A call.
///
/// # Safety
/// Its pointers are those of this function.
#[expect(unsafe_code, reason = "as C calls it")]
#[expect(clippy::too_many_lines, reason = "a line or two for each function")]
unsafe fn call(bytes: &mut Bytes<'_>, known: &mut Known) -> TwStatus {
    let mut made = 0;
    let mut length = 0;
    let capacity = [0, 1, 5, 400][bytes.below(4)];
    let handle = known.pick(bytes);
    // SAFETY: as of this function.
    let status = unsafe {
        match bytes.below(44) {
            0 => {
                let (name, options) = GAMES[bytes.below(GAMES.len())];
                tw_game_open(
                    name.as_ptr(),
                    options.as_ptr().cast(),
                    options.len(),
                    &raw mut made,
                )
            }
            1 => tw_game_copy(handle, &raw mut made),
            2 | 3 => {
                let verb = VERBS[bytes.below(VERBS.len())];
                let argument = ARGUMENTS[bytes.below(ARGUMENTS.len())];
                let mut into = Guarded::new::<u8>(capacity);
                let given = argument.as_ptr().cast();
                let status = tw_game_ask(
                    handle,
                    verb.as_ptr(),
                    given,
                    argument.len(),
                    into.at(),
                    capacity,
                    &raw mut length,
                );
                into.check::<u8>();
                status
            }
            4 => {
                let mut into = Guarded::new::<u8>(capacity);
                let status = tw_game_said(handle, into.at(), capacity, &raw mut length);
                into.check::<u8>();
                status
            }
            5 | 6 => {
                let mut into = Guarded::new::<TwEvent>(capacity);
                let [x, y, to_x, to_y] = [(); 4].map(|()| bytes.side());
                let status = tw_match3_play(
                    handle,
                    x,
                    y,
                    to_x,
                    to_y,
                    into.at(),
                    capacity,
                    &raw mut length,
                );
                into.check::<TwEvent>();
                status
            }
            7 => {
                let mut into = Guarded::new::<TwElement>(capacity);
                let status =
                    tw_match3_elements(handle, into.at(), capacity, &raw mut length);
                into.check::<TwElement>();
                status
            }
            8 => {
                let mut into = Guarded::new::<u32>(capacity);
                let status =
                    tw_match3_lists(handle, into.at(), capacity, &raw mut length);
                into.check::<u32>();
                status
            }
            9 | 10 => {
                let floors: Vec<TwFloor> = (0..bytes.below(3))
                    .map(|_| TwFloor { columns: bytes.side(), rows: bytes.side() })
                    .collect();
                let mut layer = tw_layer();
                (layer.neighbors, layer.sizes) =
                    (4 + 4 * (bytes.side() % 2), bytes.side());
                layer.corners = bytes.side() % 4;
                (layer.costs[2], layer.danger_weight) = (bytes.number(), bytes.number());
                let layers = [tw_layer(), layer];
                let cells =
                    vec![bytes.byte() % 17; if bytes.byte() < 128 { 0 } else { 64 }];
                tw_map_new(
                    floors.as_ptr(),
                    floors.len(),
                    layers.as_ptr(),
                    1 + bytes.below(2),
                    u32::from(bytes.byte() % 10) * u32::from(bytes.byte() > 100),
                    cells.as_ptr(),
                    cells.len(),
                    &raw mut made,
                )
            }
            11 => tw_map_copy(handle, &raw mut made),
            12 | 13 => tw_map_set(handle, bytes.place(), bytes.side()),
            14 => {
                let changes: Vec<TwChange> = (0..bytes.below(5))
                    .map(|_| TwChange { at: bytes.place(), value: bytes.side() })
                    .collect();
                if bytes.byte() < 128 {
                    tw_map_set_all(handle, changes.as_ptr(), changes.len())
                } else {
                    tw_map_set_danger(handle, changes.as_ptr(), changes.len())
                }
            }
            15 => tw_map_set_cost(handle, bytes.place(), bytes.number()),
            16 => tw_map_set_door(
                handle,
                bytes.place(),
                bytes.side(),
                bytes.side(),
                bytes.side(),
            ),
            17 => tw_map_remove_door(handle, bytes.place()),
            18 => {
                let link = TwLink {
                    from: bytes.place(),
                    to: bytes.place(),
                    mask: bytes.side(),
                    both_ways: bytes.side(),
                    cost: bytes.number(),
                };
                let mut number = 0;
                let status = tw_map_add_link(handle, &raw const link, &raw mut number);
                known.numbers.insert(0, number);
                status
            }
            19 => tw_map_remove_link(handle, known.number(bytes)),
            20 => {
                let mut size = 0;
                tw_map_clearance(handle, bytes.place(), bytes.side(), &raw mut size)
            }
            21 => tw_map_can_stand(handle, bytes.place(), bytes.agent()),
            22 => tw_map_prepare(handle, bytes.agent()),
            23..=25 => {
                let (goals, blocked) = (bytes.places(), bytes.places());
                let mut query = tw_query(bytes.place(), bytes.place());
                if bytes.byte() > 128 {
                    (query.goals, query.goal_count) = (goals.as_ptr(), goals.len());
                }
                (query.blocked, query.blocked_count) = (blocked.as_ptr(), blocked.len());
                query.agent = bytes.agent();
                (query.or_nearest, query.coarse) = (bytes.side() % 2, bytes.side() % 2);
                match bytes.byte() {
                    0..=30 => query.radius = bytes.number(),
                    31..=60 => query.departure = bytes.number(),
                    61..=90 => query.max_cost = bytes.number(),
                    91..=120 => query.weight = bytes.number(),
                    121..=200 => query.budget = bytes.byte().into(),
                    _ => {}
                }
                if bytes.byte() < 30 {
                    return tw_map_is_reachable(handle, &raw const query);
                }
                let mut into = Guarded::new::<TwPlace>(capacity);
                let mut found = TwFound::default();
                let status = tw_map_route(
                    handle,
                    &raw const query,
                    bytes.side() % 2,
                    into.at(),
                    capacity,
                    &raw mut found,
                );
                into.check::<TwPlace>();
                [found.search, found.route]
                    .into_iter()
                    .filter(|&it| it > 0)
                    .for_each(|it| known.add(it));
                status
            }
            26 => {
                let mut found = TwFound::default();
                let search = known.pick(bytes);
                let none = std::ptr::null_mut();
                let status = tw_map_resume(handle, search, 1, none, 0, &raw mut found);
                [found.search, found.route]
                    .into_iter()
                    .filter(|&it| it > 0)
                    .for_each(|it| known.add(it));
                status
            }
            27 => tw_route_is_valid(handle, known.pick(bytes), bytes.below(9)),
            28 => {
                let mut into = Guarded::new::<TwPlace>(capacity);
                let mut distance = 0.0;
                let status = tw_route_walk(
                    handle,
                    known.pick(bytes),
                    bytes.side() % 2,
                    into.at(),
                    capacity,
                    &raw mut length,
                    &raw mut distance,
                );
                into.check::<TwPlace>();
                status
            }
            29 => {
                let goals = bytes.places();
                tw_field_new(
                    handle,
                    bytes.agent(),
                    goals.as_ptr(),
                    goals.len(),
                    bytes.byte().into(),
                    &raw mut made,
                )
            }
            30 => match bytes.below(4) {
                0 => tw_field_resume(handle, known.pick(bytes), bytes.byte().into()),
                1 => tw_field_update(handle, known.pick(bytes), std::ptr::null_mut()),
                2 => {
                    let mut places = bytes.places();
                    tw_field_advance(handle, places.as_mut_ptr(), places.len())
                }
                _ => {
                    let mut into = Guarded::new::<f64>(capacity);
                    let status = tw_field_values(
                        handle,
                        known.pick(bytes),
                        bytes.side(),
                        into.at(),
                        capacity,
                        &raw mut length,
                    );
                    into.check::<f64>();
                    status
                }
            },
            31 => tw_crowd_new(handle, bytes.agent(), bytes.byte().into(), &raw mut made),
            32 => {
                let (at, goal) = (bytes.place(), bytes.place());
                let goal =
                    if bytes.byte() < 128 { &raw const goal } else { std::ptr::null() };
                let mut walker = 0;
                let status = match bytes.below(3) {
                    0 => tw_crowd_set_goal(handle, known.number(bytes), goal),
                    1 => tw_crowd_remove(handle, known.number(bytes)),
                    _ => tw_crowd_add(handle, at, goal, &raw mut walker),
                };
                known.numbers.insert(0, walker);
                status
            }
            33 => {
                let mut into = Guarded::new::<TwCrowdEvent>(capacity);
                let status = tw_crowd_step(
                    handle,
                    known.pick(bytes),
                    into.at(),
                    capacity,
                    &raw mut length,
                );
                into.check::<TwCrowdEvent>();
                status
            }
            34 => {
                let flow = known.pick(bytes);
                let goals = bytes.places();
                let mut walker = 0;
                match bytes.below(5) {
                    0 => tw_flow_new(handle, &raw mut made),
                    1 => {
                        let mut group = 0;
                        let goals = (goals.as_ptr(), goals.len());
                        tw_flow_add_group(
                            handle,
                            flow,
                            bytes.agent(),
                            goals.0,
                            goals.1,
                            &raw mut group,
                        )
                    }
                    2 => {
                        let point = TwPoint {
                            x: bytes.side().cast_signed(),
                            y: 900,
                            floor: bytes.side(),
                        };
                        let (speed, radius) =
                            (i32::from(bytes.byte()), i32::from(bytes.byte()));
                        tw_flow_add(
                            handle,
                            flow,
                            bytes.side(),
                            point,
                            speed,
                            radius,
                            &raw mut walker,
                        )
                    }
                    3 => tw_flow_set_goals(
                        handle,
                        flow,
                        bytes.side(),
                        goals.as_ptr(),
                        goals.len(),
                    ),
                    _ => {
                        let mut into = Guarded::new::<TwBody>(capacity);
                        let status = tw_flow_update(
                            handle,
                            flow,
                            into.at(),
                            capacity,
                            &raw mut length,
                        );
                        into.check::<TwBody>();
                        status
                    }
                }
            }
            35 => {
                let text = ARGUMENTS[bytes.below(ARGUMENTS.len())];
                let name = GAMES[bytes.below(GAMES.len())].0;
                tw_game_load(
                    name.as_ptr(),
                    text.as_ptr().cast(),
                    text.len(),
                    &raw mut made,
                )
            }
            36 => {
                let mut into = Guarded::new::<TwEvent>(capacity);
                let status =
                    tw_match3_events(handle, into.at(), capacity, &raw mut length);
                into.check::<TwEvent>();
                status
            }
            // A buffer that is not there, said to be long: refused before anything changes.
            37 => {
                let none = std::ptr::null_mut();
                tw_match3_play(handle, 0, 0, 1, 0, none, 5, &raw mut length)
            }
            38 => {
                let mut into = Guarded::new::<TwPlace>(capacity);
                let status = tw_map_way(handle, into.at(), capacity, &raw mut length);
                into.check::<TwPlace>();
                status
            }
            39 => {
                let mut cell = TwCell { cost: 0.0, terrain: 0, danger: 0 };
                tw_map_cell(handle, bytes.place(), &raw mut cell)
            }
            40 => {
                let route = known.pick(bytes);
                let mut into = Guarded::new::<TwRouteLink>(capacity);
                let mut times =
                    [Guarded::new::<f64>(capacity), Guarded::new::<f64>(capacity)];
                let status = match bytes.below(3) {
                    0 => tw_route_may_improve(handle, route),
                    1 => tw_route_links(route, into.at(), capacity, &raw mut length),
                    _ => {
                        let [arrivals, departures] = &mut times;
                        let (arrivals, departures) = (arrivals.at(), departures.at());
                        tw_route_times(
                            route,
                            arrivals,
                            departures,
                            capacity,
                            &raw mut length,
                        )
                    }
                };
                into.check::<TwRouteLink>();
                times.iter().for_each(Guarded::check::<f64>);
                status
            }
            41 => {
                let (goals, mut value, mut next) =
                    (bytes.places(), 0.0, TwPlace::default());
                let none = std::ptr::null_mut();
                match bytes.below(3) {
                    0 => tw_field_value(handle, bytes.place(), &raw mut value),
                    1 => tw_field_next(handle, bytes.place(), &raw mut next),
                    _ => {
                        let field = known.pick(bytes);
                        tw_field_set_goals(
                            handle,
                            field,
                            goals.as_ptr(),
                            goals.len(),
                            none,
                        )
                    }
                }
            }
            42 => {
                let walker = known.number(bytes);
                let mut into = Guarded::new::<TwCrowdEvent>(capacity);
                let none = std::ptr::null_mut();
                let status = match bytes.below(5) {
                    0 => tw_crowd_walker(handle, walker, none, std::ptr::null_mut()),
                    1 => tw_crowd_set_still(handle, walker, bytes.side()),
                    2 => tw_crowd_events(handle, into.at(), capacity, &raw mut length),
                    3 => tw_flow_remove(handle, walker),
                    _ => tw_flow_events(handle, into.at(), capacity, &raw mut length),
                };
                into.check::<TwCrowdEvent>();
                status
            }
            _ => tw_free(handle),
        }
    };
    if made > 0 {
        known.add(made);
    }
    status
}
