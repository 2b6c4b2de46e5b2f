// A game, a path on a map that changes, a level made to measure, in C++.

#include <cassert>
#include <iostream>

#include "tilewright.hpp"

int main() {
    using namespace tilewright;

    Game game("2048", R"({"seed": 1})");
    for (int move = 0; move < 20; move++) {
        std::string hint = game.hint();
        if (hint == "null") break;
        game.play(hint);
    }
    std::string before = game.position();
    game.play(game.hint());
    assert(game.undo() && game.position() == before);
    std::cout << before << "\n";

    Map map(5, 3, 4);
    for (uint32_t y = 0; y < 2; y++) map.set({2, y}, 3);
    for (TwCell cell : map.find({0, 0}, {4, 0})) std::cout << cell.x << "," << cell.y << " ";
    map.set({2, 2}, 3);
    assert(map.find({0, 0}, {4, 0}).empty() && !map.is_reachable({0, 0}, {4, 0}));
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
    assert(other.position() == before && tw_held() == 3);
    return 0;
}
