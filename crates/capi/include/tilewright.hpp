/* tilewright for C++17: what tilewright.h has, as values that free themselves. A failure is an exception with its message. */

#ifndef TILEWRIGHT_HPP
#define TILEWRIGHT_HPP

#include <cstdint>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tilewright.h"

namespace tilewright {

/* Why a call has failed: the message, and what to do about it. */
class Error : public std::runtime_error {
public:
    Error(TwStatus status, const std::string &message, std::string hint)
        : std::runtime_error(message), status(status), hint(std::move(hint)) {}

    TwStatus status;
    std::string hint;
};

namespace detail {

/* A text that a function copies into a buffer. */
inline std::string copied(size_t (*copy)(char *, size_t)) {
    std::string text(copy(nullptr, 0), '\0');
    copy(&text[0], text.size() + 1);
    return text;
}

/* The status of a call that has an answer; an exception if it has none. */
inline TwStatus checked(TwStatus status) {
    if (status > TW_STATUS_STOPPED) {
        throw Error(status, copied(tw_last_error), copied(tw_last_hint));
    }
    return status;
}

/* What is freed at the end of its life. It can be moved, and not copied. */
class Handle {
public:
    explicit Handle(uint64_t number = 0) : number_(number) {}
    Handle(Handle &&other) noexcept : number_(std::exchange(other.number_, 0)) {}
    Handle &operator=(Handle &&other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    Handle(const Handle &) = delete;
    Handle &operator=(const Handle &) = delete;
    ~Handle() { tw_free(number_); }

    uint64_t number() const { return number_; }

    /* Gives it to somebody else, who frees it. */
    uint64_t release() { return std::exchange(number_, 0); }

private:
    uint64_t number_;
};

} // namespace detail

/* The answer of a task. */
class Answer {
public:
    /* Receives an event as JSON, or an empty text when nothing has happened for a while; true stops the task. */
    using OnEvent = std::function<bool(const std::string &)>;

    /* Runs a request, with a picture in a format such as `svg` if one is wanted. What `on_event` throws stops the task, and is thrown again. */
    static Answer run(const std::string &request, const char *picture = nullptr, OnEvent on_event = {}) {
        Listener listener{std::move(on_event), nullptr};
        uint64_t answer = 0;
        TwStatus status = tw_run(request.data(), request.size(), picture, &Listener::tell, &listener, &answer);
        detail::Handle handle(answer);
        if (listener.thrown) {
            std::rethrow_exception(listener.thrown);
        }
        return Answer(detail::checked(status), std::move(handle));
    }

    /* Whether it was found, was not, or was stopped. */
    TwStatus status() const { return status_; }
    std::string json() const { return form("json"); }
    std::string text() const { return form("text"); }
    std::string picture() const { return form("picture"); }

private:
    struct Listener {
        OnEvent on_event;
        std::exception_ptr thrown;

        static int tell(void *user, const char *event, size_t length) {
            Listener &self = *static_cast<Listener *>(user);
            try {
                return self.thrown || (self.on_event && self.on_event(std::string(event, length)));
            } catch (...) {
                self.thrown = std::current_exception();
                return 1;
            }
        }
    };

    Answer(TwStatus status, detail::Handle handle) : status_(status), handle_(std::move(handle)) {}

    std::string form(const char *name) const {
        size_t length = 0;
        detail::checked(tw_answer_read(handle_.number(), name, nullptr, 0, &length));
        std::string text(length, '\0');
        auto bytes = reinterpret_cast<uint8_t *>(&text[0]);
        detail::checked(tw_answer_read(handle_.number(), name, bytes, length, &length));
        return text;
    }

    TwStatus status_;
    detail::Handle handle_;
};

namespace detail {

/* Fills a list by a call, in the list's own memory; `again` reads what the call has left where that was too short. */
template <typename T, typename Call, typename Again> TwStatus filled(std::vector<T> &values, Call call, Again again) {
    size_t length = 0;
    values.resize(values.capacity());
    const bool is_empty = values.empty();
    TwStatus status = call(values.data(), values.size(), &length);
    values.resize(length);
    if (status == TW_STATUS_SHORT || (is_empty && length > 0)) {
        status = again(values.data(), values.size(), &length);
    }
    return checked(status);
}

/* The values that a function reads: it takes a buffer, its capacity and a place for the length. */
template <typename T, typename Read> std::vector<T> values(Read read) {
    size_t length = 0;
    checked(read(nullptr, 0, &length));
    std::vector<T> values(length);
    checked(read(values.data(), values.size(), &length));
    return values;
}

} // namespace detail

/* A game that is played: `match3`, `2048` or `battleship`. */
class Game {
public:
    /* Begins the game of a name with its options, a JSON object. */
    explicit Game(const char *name, const std::string &options = "{}") : handle_(made(tw_game_open, name, options)) {}

    /* Continues a game that `save` wrote. */
    static Game load(const char *name, const std::string &saved) { return Game(made(tw_game_load, name, saved)); }

    /* A copy, which goes on alike. */
    Game copy() const {
        uint64_t copy = 0;
        detail::checked(tw_game_copy(handle_.number(), &copy));
        return Game(detail::Handle(copy));
    }

    std::string state() { return ask("state"); }
    /* Whether a move was made, its events, and if it was not made why. */
    std::string play(const std::string &move) { return ask("play", move); }
    bool undo() { return ask("undo") == "true"; }
    std::string hint(const std::string &adviser = "") { return ask("hint", adviser); }
    std::string save() { return ask("save"); }

    /* Answers a verb, with an argument as JSON. */
    std::string ask(const char *verb, const std::string &argument = "") {
        size_t length = 0;
        detail::checked(tw_game_ask(handle_.number(), verb, argument.data(), argument.size(), nullptr, 0, &length));
        std::string text(length, '\0');
        auto bytes = reinterpret_cast<uint8_t *>(&text[0]);
        detail::checked(tw_game_said(handle_.number(), bytes, length, &length));
        return text;
    }

    /* Makes a move of match-3, a swap of two cells or a tap of one. Whether it was made; `events` receives what happens, in its memory. */
    bool swap(uint32_t from_x, uint32_t from_y, uint32_t to_x, uint32_t to_y, std::vector<TwEvent> &events) {
        auto play = [&](auto... to) { return tw_match3_play(handle_.number(), from_x, from_y, to_x, to_y, to...); };
        auto again = [&](auto... to) { return tw_match3_events(handle_.number(), to...); };
        return detail::filled(events, play, again) == TW_STATUS_OK;
    }

    /* The move of match-3 that a bot would make, `greedy` if none is named. Whether there is one: not if the game is over. */
    bool hint(TwSwap &swap, const char *bot = nullptr, uint64_t budget = UINT64_MAX) {
        return detail::checked(tw_match3_hint(handle_.number(), bot, budget, &swap)) == TW_STATUS_OK;
    }

    /* Where a game of match-3 stands. */
    TwMatch3State match3() const {
        TwMatch3State state;
        detail::checked(tw_match3_state(handle_.number(), &state));
        return state;
    }

    /* The lists of the events of the last `swap`. */
    std::vector<uint32_t> lists() const {
        auto read = [&](auto... to) { return tw_match3_lists(handle_.number(), to...); };
        return detail::values<uint32_t>(read);
    }

    /* What is on the board of a game of match-3. */
    std::vector<TwElement> elements() const {
        auto read = [&](auto... to) { return tw_match3_elements(handle_.number(), to...); };
        return detail::values<TwElement>(read);
    }

private:
    explicit Game(detail::Handle handle) : handle_(std::move(handle)) {}

    static detail::Handle made(TwStatus (*make)(const char *, const char *, size_t, uint64_t *), const char *name, const std::string &text) {
        uint64_t game = 0;
        detail::checked(make(name, text.data(), text.size(), &game));
        return detail::Handle(game);
    }

    detail::Handle handle_;
};

/* A place, by default of floor 0. */
inline TwPlace at(uint32_t x, uint32_t y, uint32_t floor = 0) { return TwPlace{x, y, floor}; }

/* What a query has found. It frees the search that it may hold, and the route, unless a `Route` takes that. */
class Found {
public:
    explicit Found(const TwFound &plain) : plain_(plain), search_(plain.search), route_(plain.route) {}

    const TwFound &operator*() const { return plain_; }
    const TwFound *operator->() const { return &plain_; }
    bool is_unfinished() const { return plain_.outcome == TW_OUTCOME_UNFINISHED; }

private:
    friend class Map;
    friend class Route;

    TwFound plain_;
    detail::Handle search_, route_;
};

/* A map that changes. */
class Map {
public:
    /* A map of one floor, of squares that are all free. */
    Map(uint32_t columns, uint32_t rows, const TwLayer &layer = tw_layer()) : Map({TwFloor{columns, rows}}, {layer}) {}

    /* A map of floors and layers; `cells` are the terrains floor by floor and row by row, none if all are free. */
    Map(const std::vector<TwFloor> &floors, const std::vector<TwLayer> &layers, TwShape shape = TW_SHAPE_SQUARES, const std::vector<uint8_t> &cells = {})
        : handle_(make(floors, layers, shape, cells)) {}

    Map copy() const {
        uint64_t copy = 0;
        detail::checked(tw_map_copy(number(), &copy));
        return Map(detail::Handle(copy));
    }

    uint64_t number() const { return handle_.number(); }

    void set(TwPlace place, uint32_t terrain) { detail::checked(tw_map_set(number(), place, terrain)); }
    void set(const std::vector<TwChange> &changes) { detail::checked(tw_map_set_all(number(), changes.data(), changes.size())); }
    void set_cost(TwPlace place, double cost) { detail::checked(tw_map_set_cost(number(), place, cost)); }
    void set_danger(const std::vector<TwChange> &changes) { detail::checked(tw_map_set_danger(number(), changes.data(), changes.size())); }
    void set_door(TwPlace place, uint32_t open, uint32_t shut, uint32_t shift = 0) { detail::checked(tw_map_set_door(number(), place, open, shut, shift)); }
    bool remove_door(TwPlace place) { return detail::checked(tw_map_remove_door(number(), place)) == TW_STATUS_OK; }
    void prepare(TwAgent agent = tw_agent()) { detail::checked(tw_map_prepare(number(), agent)); }

    TwCell cell(TwPlace place) const {
        TwCell cell;
        detail::checked(tw_map_cell(number(), place, &cell));
        return cell;
    }

    bool can_stand(TwPlace place, TwAgent agent = tw_agent()) const { return detail::checked(tw_map_can_stand(number(), place, agent)) == TW_STATUS_OK; }

    uint32_t clearance(TwPlace place, uint32_t layer = 0) const {
        uint32_t size = 0;
        detail::checked(tw_map_clearance(number(), place, layer, &size));
        return size;
    }

    /* Adds a link. Returns its number. */
    uint64_t add_link(const TwLink &link) {
        uint64_t added = 0;
        detail::checked(tw_map_add_link(number(), &link, &added));
        return added;
    }
    void set_link(uint64_t link, const TwLink &to) { detail::checked(tw_map_set_link(number(), link, &to)); }
    void remove_link(uint64_t link) { detail::checked(tw_map_remove_link(number(), link)); }

    bool is_reachable(const TwQuery &query) { return detail::checked(tw_map_is_reachable(number(), &query)) == TW_STATUS_OK; }
    bool is_reachable(TwPlace from, TwPlace to) { return is_reachable(tw_query(from, to)); }

    /* Answers a query. `places` receives those of the route, in its memory. */
    Found route(const TwQuery &query, std::vector<TwPlace> &places, bool keep = false) {
        return found([&](auto... to) { return tw_map_route(number(), &query, keep, to...); }, places);
    }

    /* Continues an unfinished search: `found = map.resume(std::move(found), places)`. */
    Found resume(Found unfinished, std::vector<TwPlace> &places, bool keep = false) {
        // The call frees it.
        uint64_t search = unfinished.search_.release();
        return found([&](auto... to) { return tw_map_resume(number(), search, keep, to...); }, places);
    }

    /* A cheapest way with both ends; empty if there is none. */
    std::vector<TwPlace> find(TwPlace from, TwPlace to) {
        std::vector<TwPlace> places;
        route(tw_query(from, to), places);
        return places;
    }

private:
    explicit Map(detail::Handle handle) : handle_(std::move(handle)) {}

    template <typename Ask> Found found(Ask ask, std::vector<TwPlace> &places) {
        TwFound found{};
        auto call = [&](TwPlace *to, size_t capacity, size_t *length) {
            TwStatus status = ask(to, capacity, &found);
            *length = status > TW_STATUS_STOPPED && status != TW_STATUS_SHORT ? 0 : found.length;
            return status;
        };
        detail::filled(places, call, [&](auto... to) { return tw_map_way(number(), to...); });
        return Found(found);
    }

    static detail::Handle make(const std::vector<TwFloor> &floors, const std::vector<TwLayer> &layers, TwShape shape, const std::vector<uint8_t> &cells) {
        uint64_t map = 0;
        detail::checked(tw_map_new(floors.data(), floors.size(), layers.data(), layers.size(), shape, cells.data(), cells.size(), &map));
        return detail::Handle(map);
    }

    detail::Handle handle_;
};

/* A route that is kept, to ask whether it is still right: `Route kept(map.route(query, places, true))`. */
class Route {
public:
    explicit Route(Found found) : handle_(std::move(found.route_)) {}

    bool is_valid(const Map &map, size_t from = 0) const { return detail::checked(tw_route_is_valid(map.number(), handle_.number(), from)) == TW_STATUS_OK; }
    bool may_improve(const Map &map) const { return detail::checked(tw_route_may_improve(map.number(), handle_.number())) == TW_STATUS_OK; }

    std::vector<TwRouteLink> links() const {
        auto read = [&](auto... to) { return tw_route_links(handle_.number(), to...); };
        return detail::values<TwRouteLink>(read);
    }

    /* The turns of a walk along it: pulled taut, or at any angle. */
    std::vector<TwPlace> walk(const Map &map, bool any_angle = false) const {
        double distance = 0.0;
        auto read = [&](auto... to) { return tw_route_walk(map.number(), handle_.number(), any_angle, to..., &distance); };
        return detail::values<TwPlace>(read);
    }

private:
    detail::Handle handle_;
};

/* For every place what it costs to come to the nearest of some goals, and the next step there. */
class Field {
public:
    Field(const Map &map, const std::vector<TwPlace> &goals, TwAgent agent = tw_agent(), uint64_t budget = UINT64_MAX) : handle_(0) {
        uint64_t field = 0;
        detail::checked(tw_field_new(map.number(), agent, goals.data(), goals.size(), budget, &field));
        handle_ = detail::Handle(field);
    }

    /* Continues a field that was begun with a budget. Whether it is found. */
    bool resume(const Map &map, uint64_t budget) { return detail::checked(tw_field_resume(map.number(), handle_.number(), budget)) == TW_STATUS_OK; }
    void update(const Map &map) { detail::checked(tw_field_update(map.number(), handle_.number(), nullptr)); }
    void set_goals(const Map &map, const std::vector<TwPlace> &goals) { detail::checked(tw_field_set_goals(map.number(), handle_.number(), goals.data(), goals.size(), nullptr)); }

    /* Infinite where no goal can be reached. */
    double value(TwPlace place) const {
        double value = 0.0;
        detail::checked(tw_field_value(handle_.number(), place, &value));
        return value;
    }

    /* The place to go to; the same where there is none. */
    TwPlace next(TwPlace place) const {
        TwPlace next;
        detail::checked(tw_field_next(handle_.number(), place, &next));
        return next;
    }

    /* Makes each of many places the one to go to from there. */
    void advance(std::vector<TwPlace> &places) const { detail::checked(tw_field_advance(handle_.number(), places.data(), places.size())); }

private:
    detail::Handle handle_;
};

/* Walkers that go from cell to cell and make room for each other. */
class Crowd {
public:
    explicit Crowd(const Map &map, uint64_t seed = 0, TwAgent agent = tw_agent()) : handle_(0) {
        uint64_t crowd = 0;
        detail::checked(tw_crowd_new(map.number(), agent, seed, &crowd));
        handle_ = detail::Handle(crowd);
    }

    uint64_t add(TwPlace place) { return add(place, nullptr); }
    uint64_t add(TwPlace place, TwPlace goal) { return add(place, &goal); }
    void remove(uint64_t walker) { detail::checked(tw_crowd_remove(handle_.number(), walker)); }
    void set_goal(uint64_t walker, TwPlace goal) { detail::checked(tw_crowd_set_goal(handle_.number(), walker, &goal)); }
    void clear_goal(uint64_t walker) { detail::checked(tw_crowd_set_goal(handle_.number(), walker, nullptr)); }
    void set_still(uint64_t walker, bool still) { detail::checked(tw_crowd_set_still(handle_.number(), walker, still)); }

    TwPlace place(uint64_t walker) const {
        TwPlace place;
        detail::checked(tw_crowd_walker(handle_.number(), walker, &place, nullptr));
        return place;
    }

    TwWalkerState state(uint64_t walker) const {
        TwWalkerState state;
        detail::checked(tw_crowd_walker(handle_.number(), walker, nullptr, &state));
        return state;
    }

    /* Moves every walker by one step. `events` receives what has happened, in its memory. */
    void step(const Map &map, std::vector<TwCrowdEvent> &events) {
        auto call = [&](auto... to) { return tw_crowd_step(map.number(), handle_.number(), to...); };
        detail::filled(events, call, [&](auto... to) { return tw_crowd_events(handle_.number(), to...); });
    }

private:
    uint64_t add(TwPlace place, const TwPlace *goal) {
        uint64_t walker = 0;
        detail::checked(tw_crowd_add(handle_.number(), place, goal, &walker));
        return walker;
    }

    detail::Handle handle_;
};

/* Many walkers at any points, each a circle, that flow to the goals of their groups. */
class Flow {
public:
    explicit Flow(const Map &map) : handle_(0) {
        uint64_t flow = 0;
        detail::checked(tw_flow_new(map.number(), &flow));
        handle_ = detail::Handle(flow);
    }

    /* Adds a group. Returns its number. */
    uint32_t add_group(const Map &map, const std::vector<TwPlace> &goals, TwAgent agent = tw_agent()) {
        uint32_t group = 0;
        detail::checked(tw_flow_add_group(map.number(), handle_.number(), agent, goals.data(), goals.size(), &group));
        return group;
    }

    void set_goals(const Map &map, uint32_t group, const std::vector<TwPlace> &goals) {
        detail::checked(tw_flow_set_goals(map.number(), handle_.number(), group, goals.data(), goals.size()));
    }

    uint64_t add(const Map &map, uint32_t group, TwPoint point, int32_t speed, int32_t radius) {
        uint64_t walker = 0;
        detail::checked(tw_flow_add(map.number(), handle_.number(), group, point, speed, radius, &walker));
        return walker;
    }

    void remove(uint64_t walker) { detail::checked(tw_flow_remove(handle_.number(), walker)); }

    /* Moves all walkers by one update. `bodies` receives where they are, in its memory. */
    void update(const Map &map, std::vector<TwBody> &bodies) {
        auto call = [&](auto... to) { return tw_flow_update(map.number(), handle_.number(), to...); };
        detail::filled(bodies, call, [&](auto... to) { return tw_flow_bodies(handle_.number(), to...); });
    }

    /* Who was put elsewhere, has arrived, has left in the last update. */
    std::vector<TwCrowdEvent> events() const {
        auto read = [&](auto... to) { return tw_flow_events(handle_.number(), to...); };
        return detail::values<TwCrowdEvent>(read);
    }

private:
    detail::Handle handle_;
};

} // namespace tilewright

#endif
