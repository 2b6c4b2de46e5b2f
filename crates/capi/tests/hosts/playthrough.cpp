// Plays the calls of games.txt and walkers.txt, and compares what each finds with the numbers after its ` = `.

#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>

#include "tilewright.hpp"

using namespace tilewright;

struct Mix {
    uint64_t value = 0;

    void add(uint64_t number) { value = (value * 65599 + number) % 2147483647; }
    void add(TwPlace place) {
        for (uint32_t number : {place.x, place.y, place.floor}) add(uint64_t(number));
    }
};

static uint64_t millionths(double cost) { return uint64_t(std::floor(cost * 1e6 + 0.5)); }

using Numbers = std::vector<uint64_t>;

// Games.
struct Player {
    std::unique_ptr<Game> game;
    std::vector<TwEvent> events;

    Numbers call(const std::string &line) {
        std::istringstream words(line);
        std::string verb, name, argument;
        words >> verb;
        Mix mix;
        if (verb == "swap") {
            uint32_t at[4];
            for (uint32_t &number : at) words >> number;
            game->swap(at[0], at[1], at[2], at[3], events);
            for (const TwEvent &it : events) {
                const TwLook &look = it.look;
                const uint64_t fields[] = {it.kind, it.manner, it.list_length, it.step, it.id, it.by, it.from, it.to, look.sort, look.number, look.color, look.detail, uint32_t(it.value), it.list_start};
                for (uint64_t field : fields) mix.add(field);
            }
            for (uint32_t number : game->lists()) mix.add(uint64_t(number));
            return {mix.value};
        }
        words >> name;
        if (words.get() == ' ') std::getline(words, argument, '\0');
        if (verb == "game") {
            game = std::make_unique<Game>(name.c_str(), argument);
            return {};
        }
        for (unsigned char byte : game->ask(name.c_str(), argument)) mix.add(uint64_t(byte));
        return {mix.value};
    }
};

// Walkers.
struct House {
    std::vector<TwFloor> floors;
    std::vector<TwLayer> layers;
    std::unique_ptr<Map> map;
    std::vector<uint64_t> links, walkers;
    std::map<uint64_t, uint64_t> numbers;
    std::vector<Field> fields;
    std::vector<Crowd> crowds;
    std::vector<TwPlace> places;
    std::vector<TwCrowdEvent> events;

    uint64_t values(const Field &field) const {
        Mix mix;
        for (uint32_t floor = 0; floor < floors.size(); floor++) {
            for (uint32_t y = 0; y < floors[floor].rows; y++) {
                for (uint32_t x = 0; x < floors[floor].columns; x++) {
                    double value = field.value(at(x, y, floor));
                    mix.add(uint64_t(std::isinf(value) ? 0 : millionths(value) + 1));
                }
            }
        }
        return mix.value;
    }

    Numbers call(const std::string &line) {
        std::istringstream words(line);
        std::string verb;
        if (!(words >> verb) || verb[0] == '#') return {};
        std::vector<double> n;
        for (double number; words >> number;) n.push_back(number);
        const size_t count = n.size();
        auto place = [&](size_t first) { return at(uint32_t(n[first]), uint32_t(n[first + 1]), uint32_t(n[first + 2])); };
        auto whole = [&](size_t number) { return uint32_t(n[number]); };
        auto goals = [&](size_t first) {
            std::vector<TwPlace> goals;
            for (; first + 2 < count; first += 3) goals.push_back(place(first));
            return goals;
        };
        Mix mix;

        if (verb == "floor") {
            floors.push_back({whole(0), whole(1)});
            return {};
        }
        if (verb == "layer") {
            TwLayer layer{};
            layer.neighbors = whole(0), layer.corners = whole(1), layer.sizes = whole(2);
            std::copy(n.begin() + 3, n.end(), layer.costs);
            layers.push_back(layer);
            return {};
        }
        if (!map) map = std::make_unique<Map>(floors, layers);
        if (verb == "set") map->set(place(0), whole(3));
        else if (verb == "fill") {
            std::vector<TwChange> changes;
            for (uint32_t y = 0; y < whole(4); y++) {
                for (uint32_t x = 0; x < whole(3); x++) changes.push_back({at(whole(0) + x, whole(1) + y, whole(2)), whole(5)});
            }
            map->set(changes);
        } else if (verb == "cost") map->set_cost(place(0), n[3]);
        else if (verb == "door") {
            if (whole(3) == 0) map->remove_door(place(0));
            else map->set_door(place(0), whole(3), whole(4), whole(5));
        } else if (verb == "link") links.push_back(map->add_link(TwLink{place(0), place(3), whole(7), whole(8), n[6]}));
        else if (verb == "unlink") map->remove_link(links.at(whole(0)));
        else if (verb == "route" || verb == "reach") {
            TwQuery query = tw_query(place(0), place(3));
            query.agent = TwAgent{whole(6), whole(7), whole(8)};
            if (verb == "reach") return {map->is_reachable(query)};
            query.or_nearest = whole(9);
            if (n[10] > 0) query.budget = whole(10);
            tilewright::Found found = map->route(query, places);
            uint64_t frames = 1;
            for (; found.is_unfinished(); frames++) found = map->resume(std::move(found), places);
            for (TwPlace place : places) mix.add(place);
            return {uint64_t(found->outcome), places.size(), millionths(found->cost), mix.value, frames};
        } else if (verb == "field") {
            fields.emplace_back(*map, goals(3), TwAgent{whole(0), whole(1), whole(2)});
            return {values(fields.back())};
        } else if (verb == "aim" || verb == "update") {
            Field &field = fields.at(whole(0));
            if (verb == "aim") field.set_goals(*map, goals(1));
            else field.update(*map);
            return {values(field)};
        } else if (verb == "follow") {
            TwPlace at = place(1);
            for (uint32_t step = 0; step < whole(4); step++) at = fields.at(whole(0)).next(at);
            return {at.x, at.y, at.floor};
        } else if (verb == "crowd") {
            TwAgent agent = tw_agent();
            agent.layer = whole(0);
            crowds.emplace_back(*map, whole(1), agent);
        } else if (verb == "walker") {
            Crowd &crowd = crowds.at(whole(0));
            uint64_t walker = count > 4 ? crowd.add(place(1), place(4)) : crowd.add(place(1));
            numbers[walker] = walkers.size();
            walkers.push_back(walker);
        } else if (verb == "goal") {
            uint64_t walker = walkers.at(whole(1));
            if (count > 2) crowds.at(whole(0)).set_goal(walker, place(2));
            else crowds.at(whole(0)).clear_goal(walker);
        } else if (verb == "step") {
            for (uint32_t step = 0; step < whole(1); step++) {
                crowds.at(whole(0)).step(*map, events);
                for (const TwCrowdEvent &event : events) {
                    mix.add(numbers.at(event.walker));
                    if (event.kind <= TW_CROWD_EVENT_KIND_DISPLACED) mix.add(event.at);
                }
            }
            return {mix.value};
        } else throw std::invalid_argument("no call " + verb);
        return {};
    }
};

template <typename Callee> static int played(const char *name, Callee callee) {
    std::ifstream file(name);
    std::string line;
    int checked = 0;
    for (int number = 1; std::getline(file, line); number++) {
        size_t sign = line.rfind(" = ");
        Numbers found, expected;
        try {
            found = callee.call(line.substr(0, sign));
        } catch (const std::exception &error) {
            throw std::runtime_error("line " + std::to_string(number) + ": " + error.what());
        }
        if (sign != std::string::npos) {
            std::istringstream words(line.substr(sign + 3));
            for (uint64_t it; words >> it;) expected.push_back(it);
        }
        if (found != expected) throw std::runtime_error("line " + std::to_string(number) + " found something else");
        checked += !found.empty();
    }
    return checked;
}

int main(int count, char **words) {
    if (count != 3) return 3;
    try {
        int games = played(words[1], Player());
        std::cout << games << " and " << played(words[2], House()) << "\n";
        return tw_held() == 0 ? 0 : 4;
    } catch (const std::exception &error) {
        std::cout << error.what() << "\n";
        return 1;
    }
}
