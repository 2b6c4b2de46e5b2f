// The scripts of the book run for some frames, on stubs of Unity.

using System;
using System.Collections.Generic;
using System.Reflection;
using Tilewright;
using UnityEngine;

static class Page
{
    const BindingFlags Own = BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public;

    static void Call(object of, string name, params object[] arguments) => of.GetType().GetMethod(name, Own).Invoke(of, arguments);

    static T Field<T>(object of, string name) => (T)of.GetType().GetField(name, Own).GetValue(of);

    static void Set(object of, string name, object value) => of.GetType().GetField(name, Own).SetValue(of, value);

    public static void walkers_of_the_book_cross_their_map()
    {
        var walkers = new Walkers();
        Set(walkers, "walker", new GameObject());
        Call(walkers, "Start");
        var views = Field<List<Transform>>(walkers, "views");
        Check.Equal(300, views.Count, "walkers");
        for (int frame = 0; frame < 60 * 60; frame++) Call(walkers, "Update");
        int across = 0;
        foreach (var view in views)
            if (view.position.x > 32) across++;
        Check.Equal(300, across, "walkers beyond the wall after a minute");
        Call(walkers, "OnDestroy");
    }

    public static void the_level_of_the_book_shows_what_is_on_the_board()
    {
        string row = "\"........\"", rows = string.Join(",", row, row, row, row, row, row, row, row);
        var view = new LevelView();
        Set(view, "columns", 8);
        Set(view, "level", new TextAsset("{\"rules\":\"royal\",\"colors\":5,\"moves\":9000,\"goal\":{\"collect\":90000},\"layout\":[" + rows + "]}\n"));
        Set(view, "block", new SpriteRenderer());
        Call(view, "Start");
        var game = Field<Game>(view, "game");
        var views = Field<Dictionary<int, SpriteRenderer>>(view, "views");
        for (int cell = 0; cell < 56; cell++) Call(view, "Swap", cell % 8, cell / 8, cell % 8, cell / 8 + 1);

        Element[] elements = null;
        int count = game.Elements(ref elements);
        Check.Equal(count, views.Count, "elements");
        for (int at = 0; at < count; at++)
        {
            var position = views[elements[at].Id].transform.position;
            Check.Equal(elements[at].Cell, (int)(position.x - 8 * position.y), "the cell of " + elements[at].Id);
        }
        Check.That(UnityEngine.Object.Destroyed > 10, "something left");
        Call(view, "OnDestroy");
    }

    public static void the_tests_of_the_package_pass()
    {
        var tests = new PackageTests();
        tests.a_way_leads_around_a_wall();
        tests.a_game_makes_the_move_of_its_adviser();
        tests.a_callback_stops_a_task();
    }
}
