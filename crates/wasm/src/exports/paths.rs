//! The functions of the module of paths: each hands its numbers on. What they mean, [`Paths`] says.

use std::cell::RefCell;

use crate::Paths;

thread_local! {
    static PATHS: RefCell<Paths> = RefCell::default();
}

/// Functions of whole numbers that answer by one.
macro_rules! functions {
    ($( $name:ident($($argument:ident),*) => |$paths:ident| $call:expr; )*) => { $(
        #[unsafe(no_mangle)]
        extern "C" fn $name($($argument: u32),*) -> i32 {
            PATHS.with_borrow_mut(|$paths| $call)
        }
    )* };
}

functions! {
    new_map() => |paths| paths.new_map();
    copy_map(map) => |paths| paths.copy_map(map);
    set(map, floor, x, y, terrain) => |paths| paths.set(map, [floor, x, y], terrain);
    set_all(map, count) => |paths| paths.set_all(map, count as usize);
    set_danger(map, count) => |paths| paths.set_danger(map, count as usize);
    cell(map, floor, x, y) => |paths| paths.cell(map, [floor, x, y]);
    clearance(map, floor, x, y, layer) => |paths| paths.clearance(map, [floor, x, y], layer);
    can_stand(map, floor, x, y, layer, size, mask) => |paths| paths.can_stand(map, [floor, x, y], [layer, size, mask]);
    prepare(map, layer, size, mask) => |paths| paths.prepare(map, [layer, size, mask]);
    set_door(map, floor, x, y, open, shut, shift) => |paths| paths.set_door(map, [floor, x, y], [open, shut, shift]);
    remove_door(map, floor, x, y) => |paths| paths.remove_door(map, [floor, x, y]);
    add_link(map) => |paths| paths.add_link(map);
    set_link(map, link) => |paths| paths.set_link(map, link);
    remove_link(map, link) => |paths| paths.remove_link(map, link);
    route(map, is_held) => |paths| paths.route(map, is_held > 0);
    resume(map, search) => |paths| paths.resume(map, search);
    is_reachable(map) => |paths| paths.is_reachable(map);
    expansions(map) => |paths| paths.expansions(map);
    is_valid(map, route, from) => |paths| paths.is_valid(map, route, from as usize);
    may_improve(map, route) => |paths| paths.may_improve(map, route);
    route_links(map, route) => |paths| paths.route_links(map, route);
    route_times(route) => |paths| paths.route_times(route);
    walk(map, route, is_any_angle) => |paths| paths.walk(map, route, is_any_angle > 0);
    new_field(map, layer, size, mask, goals) => |paths| paths.new_field(map, [layer, size, mask], goals as usize);
    update_field(map, field) => |paths| paths.update_field(map, field);
    set_field_goals(map, field, goals) => |paths| paths.set_field_goals(map, field, goals as usize);
    field_value(field, floor, x, y) => |paths| paths.field_value(field, [floor, x, y]);
    field_next(field, floor, x, y) => |paths| paths.field_next(field, [floor, x, y]);
    field_values(map, field, floor) => |paths| paths.field_values(map, field, floor);
    new_crowd(map, layer, size, mask, seed) => |paths| paths.new_crowd(map, [layer, size, mask], seed);
    add_walker(crowd, has_goal) => |paths| paths.add_walker(crowd, has_goal > 0);
    remove_walker(crowd, walker) => |paths| paths.remove_walker(crowd, walker);
    set_walker_goal(crowd, walker, has_goal) => |paths| paths.set_walker_goal(crowd, walker, has_goal > 0);
    walker(crowd, walker) => |paths| paths.walker(crowd, walker);
    step_crowd(map, crowd) => |paths| paths.step_crowd(map, crowd);
}

/// Functions that give something up.
macro_rules! ends {
    ($( $name:ident => $method:ident; )*) => { $(
        #[unsafe(no_mangle)]
        extern "C" fn $name(number: u32) {
            PATHS.with_borrow_mut(|paths| paths.$method(number));
        }
    )* };
}

ends! {
    forget_map => forget_map;
    forget_route => forget_route;
    forget_search => forget_search;
    forget_field => forget_field;
    forget_crowd => forget_crowd;
}

#[unsafe(no_mangle)]
extern "C" fn set_cost(map: u32, floor: u32, x: u32, y: u32, cost: f64) -> i32 {
    PATHS.with_borrow_mut(|paths| paths.set_cost(map, [floor, x, y], cost))
}

/// How many things are held.
#[unsafe(no_mangle)]
extern "C" fn held() -> usize {
    PATHS.with_borrow(Paths::held)
}

/// Makes room for numbers of a call. Returns where JavaScript writes them.
#[unsafe(no_mangle)]
extern "C" fn numbers(count: usize) -> *mut f64 {
    super::report_panics();
    PATHS.with_borrow_mut(|paths| paths.buffers.room_for_numbers(count))
}

/// Makes room for text of a call. Returns where JavaScript writes it.
#[unsafe(no_mangle)]
extern "C" fn text(length: usize) -> *mut u8 {
    PATHS.with_borrow_mut(|paths| paths.buffers.room_for_text(length))
}

/// Where an answer is, until the next call, and how long it is.
macro_rules! answers {
    ($( $address:ident, $length:ident, $item:ty => $buffer:ident; )*) => { $(
        #[unsafe(no_mangle)]
        extern "C" fn $address() -> *const $item {
            PATHS.with_borrow(|paths| paths.buffers.$buffer.as_ptr())
        }

        #[unsafe(no_mangle)]
        extern "C" fn $length() -> usize {
            PATHS.with_borrow(|paths| paths.buffers.$buffer.len())
        }
    )* };
}

answers! {
    whole, whole_length, u32 => whole;
    values, values_length, f64 => values;
    said, said_length, u8 => said;
}
