// Games, maps that change, a level made to measure, in C++.

#include <cassert>
#include <iostream>
#include <map>

#include "tilewright.hpp"

using namespace tilewright;

// Freed after everything else, when the thread has no last error any more.
static Map late(4, 4);

// A level whose board a program keeps by the events alone.
static void play_match3() {
    Game game("match3", R"({"level": "......\n..1...\n..2...\n......\n......\n", "goal": "collect:200", "moves": 30, "seed": 7})");
    std::map<uint32_t, TwElement> board;
    for (TwElement element : game.elements()) board[element.id] = element;

    std::vector<TwEvent> events;
    int made = 0;
    for (int y = 0; y < 5; y++) {
        for (int x = 0; x < 5; x++) {
            bool is_made = game.swap(x, y, x + 1, y, events);
            made += is_made;
            assert(is_made || tw_last_error(nullptr, 0) > 0);
            for (TwEvent event : events) {
                TwElement &element = board[event.id];
                switch (event.kind) {
                case TW_EVENT_KIND_APPEAR: element = TwElement{event.id, event.to, event.look}; break;
                case TW_EVENT_KIND_MOVE: element.cell = event.to; break;
                case TW_EVENT_KIND_TURN:
                case TW_EVENT_KIND_HIT: element.look = event.look; break;
                case TW_EVENT_KIND_LEAVE: board.erase(event.id); break;
                default: if (element.id == 0) board.erase(event.id);
                }
                if (event.kind == TW_EVENT_KIND_GROUP) assert(event.list_length >= 3 && game.lists().size() >= event.list_start + event.list_length);
            }
            std::vector<TwElement> elements = game.elements();
            assert(elements.size() == board.size());
            for (TwElement element : elements) {
                TwElement known = board.at(element.id);
                assert(known.cell == element.cell && known.look.sort == element.look.sort && known.look.color == element.look.color && known.look.detail == element.look.detail);
            }
        }
    }
    assert(made > 3);

    // To its end by hints: what the state says is what was played.
    TwSwap swap;
    uint64_t score = game.match3().score;
    for (TwMatch3State before = game.match3(); game.hint(swap); before = game.match3()) {
        assert(game.swap(swap.x, swap.y, swap.to_x, swap.to_y, events));
        for (TwEvent event : events) if (event.kind == TW_EVENT_KIND_SCORE) score += event.value;
        assert(game.match3().score == score && game.match3().moves_made == before.moves_made + 1);
    }
    TwMatch3State end = game.match3();
    assert(end.over && (end.won || end.moves_made == end.move_limit) && end.columns == 6 && end.rows == 5 && (end.left == 0) == (end.won == 1));
}

// A house of two floors, whose stairs only some may use.
static void walk() {
    TwLayer walkers = tw_layer(), boats = tw_layer();
    walkers.sizes = 3; // of one cell and of two
    boats.costs[TW_TERRAIN_FREE] = boats.costs[TW_TERRAIN_SWAMP] = 0;
    boats.costs[TW_TERRAIN_WATER] = 1;
    Map map({TwFloor{8, 4}, TwFloor{8, 4}}, {walkers, boats});
    uint64_t stairs = map.add_link(TwLink{at(7, 3), at(7, 3, 1), 2, 1, 5.0});
    assert(map.is_reachable(at(0, 0), at(0, 0, 1)));

    TwQuery query = tw_query(at(0, 0), at(0, 0, 1));
    std::vector<TwPlace> places;
    Route route(map.route(query, places, true));
    std::vector<TwRouteLink> links = route.links();
    assert(places.size() == 16 && links.size() == 1 && links[0].link == stairs && places[links[0].at].x == 7);
    assert(route.is_valid(map) && route.walk(map).size() == 4);
    query.agent.mask = 1;
    assert(!map.is_reachable(query) && map.route(query, places)->outcome == TW_OUTCOME_UNREACHABLE && places.empty());
    map.remove_link(stairs);
    assert(!route.is_valid(map));

    // Two cells wide: a gap of one is too narrow, and the nearest place has to do.
    map.set({TwChange{at(4, 0), TW_TERRAIN_WALL}, TwChange{at(4, 2), TW_TERRAIN_WALL}, TwChange{at(4, 3), TW_TERRAIN_WALL}});
    query = tw_query(at(0, 0), at(6, 0));
    query.agent.size = 2;
    query.or_nearest = 1;
    assert(map.route(query, places)->outcome == TW_OUTCOME_NEAREST && places.back().x == 2 && map.clearance(at(3, 0)) == 1);
    query.agent.size = 1;
    query.budget = 3;
    Found found = map.route(query, places);
    int frames = 1;
    for (; found.is_unfinished(); frames++) found = map.resume(std::move(found), places);
    assert(found->outcome == TW_OUTCOME_REACHED && frames > 2);
    // One that is given up frees its search, and a route that nobody takes.
    size_t held = tw_held();
    assert(map.route(query, places).is_unfinished());
    query.budget = UINT64_MAX;
    assert(map.route(query, places, true)->route > 0);
    assert(tw_held() == held);

    // Beside the query and the map also those of a swamp, of danger and of a door.
    map.set(at(1, 1), TW_TERRAIN_SWAMP);
    map.set_cost(at(1, 1), 4.0);
    map.set_danger({TwChange{at(2, 2), 9}});
    assert(map.cell(at(1, 1)).terrain == TW_TERRAIN_SWAMP && map.cell(at(1, 1)).cost == 4.0 && map.cell(at(2, 2)).danger == 9);
    Map copy = map.copy();
    copy.set_door(at(4, 1), 2, 8, 2);
    Route late(copy.route(tw_query(at(3, 1), at(5, 1)), places, true));
    assert(copy.remove_door(at(4, 1)) && !map.remove_door(at(4, 1)) && map.can_stand(at(4, 1)));

    // A field that is found over some frames, and repaired.
    Field field(map, {at(7, 0), at(7, 3)}, tw_agent(), 5);
    while (!field.resume(map, 5)) {}
    assert(field.value(at(7, 1)) == 1.0 && field.next(at(7, 1)).y == 0);
    std::vector<TwPlace> some(300, at(0, 0));
    for (int step = 0; step < 12; step++) field.advance(some);
    assert(some[299].x == 7 && some[299].y == 0);
    map.set(at(4, 1), TW_TERRAIN_WALL);
    field.update(map);
    assert(field.value(at(0, 0)) > 1e300);
    field.set_goals(map, {at(0, 0)});
    assert(field.value(at(0, 0)) == 0.0);
}

// Two crowds that go through one gap.
static void crowd() {
    Map map(12, 7);
    for (uint32_t y = 0; y < 7; y++) if (y != 3) map.set(at(6, y), TW_TERRAIN_WALL);
    Crowd crowd(map, 5);
    std::vector<uint64_t> walkers;
    for (uint32_t y = 0; y < 7; y++) walkers.push_back(crowd.add(at(0, y), at(11, y)));
    uint64_t idle = crowd.add(at(5, 3));
    std::vector<TwCrowdEvent> events;
    size_t arrived = 0;
    for (int step = 0; step < 60; step++) {
        crowd.step(map, events);
        for (TwCrowdEvent event : events) arrived += event.kind == TW_CROWD_EVENT_KIND_ARRIVED;
    }
    assert(arrived == 7 && crowd.state(walkers[2]) == TW_WALKER_STATE_ARRIVED && crowd.place(walkers[2]).y == 2);
    assert(crowd.state(idle) == TW_WALKER_STATE_IDLE);
    crowd.remove(idle);

    Flow flow(map);
    uint32_t group = flow.add_group(map, {at(11, 3)});
    for (int x = 0; x < 4; x++) flow.add(map, group, TwPoint{x * TW_UNIT + TW_UNIT / 2, TW_UNIT / 2, 0}, TW_UNIT / 5, TW_UNIT * 2 / 5);
    std::vector<TwBody> bodies;
    arrived = 0;
    for (int update = 0; update < 200; update++) {
        flow.update(map, bodies);
        arrived += flow.events().size();
    }
    assert(arrived == 4 && bodies.size() == 4 && bodies[0].state == TW_WALKER_STATE_ARRIVED);
}

int main() {
    Game game("2048", R"({"seed": 1})");
    for (int move = 0; move < 20; move++) {
        std::string hint = game.hint();
        if (hint == "null") break;
        game.play(hint);
    }
    std::string before = game.state();
    Game saved = Game::load("2048", game.save()), copy = game.copy();
    game.play(game.hint());
    assert(game.undo() && game.state() == before && saved.state() == before && copy.state() == before);
    std::cout << before << "\n";

    play_match3();
    walk();
    crowd();

    Map map(5, 3);
    for (uint32_t y = 0; y < 2; y++) map.set(at(2, y), TW_TERRAIN_WALL);
    for (TwPlace place : map.find(at(0, 0), at(4, 0))) std::cout << place.x << "," << place.y << " ";
    map.set(at(2, 2), TW_TERRAIN_WALL);
    assert(map.find(at(0, 0), at(4, 0)).empty() && !map.is_reachable(at(0, 0), at(4, 0)));
    std::cout << "\n";

    int events = 0;
    auto count = [&](const std::string &event) { events += !event.empty(); return false; };
    Answer made = Answer::run(R"({"task": "match3/generate", "goal": ["collect:12"], "rows": 6, "columns": 6, "moves": 9, "win_rate": 0.5, "seed": 1})", "svg", count);
    assert(made.status() == TW_STATUS_OK && events > 0 && made.picture().compare(0, 4, "<svg") == 0);
    std::cout << made.json();

    try {
        Answer::run("{}");
        return 1;
    } catch (const Error &error) {
        assert(error.status == TW_STATUS_ARGUMENT);
    }
    try {
        Answer::run(R"({"task": "2048/train", "episodes": 1000000, "seed": 1})", nullptr, [](const std::string &) -> bool { throw std::logic_error("enough"); });
        return 2;
    } catch (const std::logic_error &error) {
        assert(std::string(error.what()) == "enough");
    }
    Game other = std::move(game);
    assert(other.state() == before && tw_held() == 6);
    return 0;
}
