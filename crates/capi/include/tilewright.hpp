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

/* A game that is played. */
class Game {
public:
    /* Begins the game of a name with its settings, a JSON object. */
    explicit Game(const char *name, const std::string &settings = "{}") : handle_(open(name, settings)) {}

    std::string position() { return ask("position"); }
    /* The events of a move. */
    std::string play(const std::string &move) { return ask("play", move); }
    bool undo() { return ask("undo") == "true"; }
    std::string hint() { return ask("hint"); }
    std::string save() { return ask("save"); }

    std::string ask(const char *verb, const std::string &argument = "") {
        size_t length = 0;
        detail::checked(tw_game_ask(handle_.number(), verb, argument.data(), argument.size(), nullptr, 0, &length));
        std::string text(length, '\0');
        auto bytes = reinterpret_cast<uint8_t *>(&text[0]);
        detail::checked(tw_game_said(handle_.number(), bytes, length, &length));
        return text;
    }

private:
    static detail::Handle open(const char *name, const std::string &settings) {
        uint64_t game = 0;
        detail::checked(tw_game_open(name, settings.data(), settings.size(), &game));
        return detail::Handle(game);
    }

    detail::Handle handle_;
};

/* A map that changes. */
class Map {
public:
    Map(uint32_t columns, uint32_t rows, uint32_t neighbors = 8, const std::vector<uint8_t> &cells = {})
        : handle_(make(columns, rows, neighbors, cells)) {}

    void set(TwCell at, uint8_t terrain) { detail::checked(tw_map_set(handle_.number(), at, terrain)); }

    bool is_reachable(TwCell from, TwCell to) {
        return detail::checked(tw_map_is_reachable(handle_.number(), from, to)) == TW_STATUS_OK;
    }

    /* A cheapest way with both ends; empty if there is none. */
    std::vector<TwCell> find(TwCell from, TwCell to) {
        size_t length = 0;
        detail::checked(tw_map_find(handle_.number(), from, to, nullptr, 0, &length, nullptr));
        std::vector<TwCell> cells(length);
        detail::checked(tw_map_way(handle_.number(), cells.data(), cells.size(), &length));
        return cells;
    }

private:
    static detail::Handle make(uint32_t columns, uint32_t rows, uint32_t neighbors, const std::vector<uint8_t> &cells) {
        uint64_t map = 0;
        detail::checked(tw_map_new(columns, rows, neighbors, cells.data(), cells.size(), &map));
        return detail::Handle(map);
    }

    detail::Handle handle_;
};

} // namespace tilewright

#endif
