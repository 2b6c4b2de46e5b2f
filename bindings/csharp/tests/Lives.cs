// How long things live: disposed, collected, used on several threads.

using System;
using System.Runtime.CompilerServices;
using System.Threading;
using Tilewright;

static class Lives
{
    public static void what_was_disposed_of_says_so_and_may_be_disposed_of_again()
    {
        long before = Library.Held;
        var map = new Map(4, 4);
        var field = new Field(map, new Place(3, 3));
        var crowd = new Crowd(map);
        var flow = new Flow(map);
        var game = new Game("2048", "{\"seed\": 1}");
        Place[] places = null;
        var route = map.Route(new Query(new Place(0, 0), new Place(3, 3)) { Keep = true }, ref places).Route;
        Check.That(route.IsValid(map) && !route.IsValid(map, -1), "the route is one, and not from below 0 on");
        Check.Equal(before + 6, Library.Held, "handles");

        foreach (IDisposable it in new IDisposable[] { map, field, crowd, flow, game, route })
        {
            it.Dispose();
            it.Dispose();
        }
        Check.Equal(before, Library.Held, "handles");
        CrowdEvent[] events = null;
        Body[] bodies = null;
        Check.Throws<ObjectDisposedException>(() => map.Set(new Place(0, 0), TerrainKind.Wall), "Map");
        Check.Throws<ObjectDisposedException>(() => map.Find(new Place(0, 0), new Place(1, 1)), "Map");
        Check.Throws<ObjectDisposedException>(() => field.Value(new Place(0, 0)), "Field");
        Check.Throws<ObjectDisposedException>(() => crowd.Step(ref events), "Map");
        Check.Throws<ObjectDisposedException>(() => flow.Update(ref bodies), "Map");
        Check.Throws<ObjectDisposedException>(() => game.State(), "Game");
        Check.Throws<ObjectDisposedException>(() => route.IsValid(map), "Map");
    }

    public static void what_is_forgotten_is_collected()
    {
        long before = Library.Held;
        Forget(100);
        Check.Equal(before + 200, Library.Held, "handles");
        for (int round = 0; round < 10 && Library.Held > before; round++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        // A collector that reads the stack as it is may keep some of them.
        Check.That(Library.Held < before + 20, Library.Held - before + " handles are left of 200");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Forget(int count)
    {
        for (int number = 0; number < count; number++) new Crowd(new Map(4, 4));
    }

    public static void a_map_outlives_a_call_that_is_its_last_use()
    {
        for (int round = 0; round < 200; round++)
        {
            var collector = round % 50 == 0;
            if (collector) GC.Collect();
            Check.Equal(30, new Map(30, 30).Find(new Place(0, 0), new Place(29, 29)).Length, "a diagonal");
        }
    }

    public static void a_map_serves_one_thread_at_a_time()
    {
        using (var map = new Map(300, 300))
        {
            int busy = 0, done = 0;
            Exception other = null;
            ThreadStart work = () =>
            {
                Place[] places = null;
                for (int step = 0; step < 2000 && Volatile.Read(ref busy) == 0; step++)
                {
                    try
                    {
                        map.Find(new Place(0, step % 300), new Place(299, 299), ref places);
                        Interlocked.Increment(ref done);
                    }
                    catch (TilewrightException thrown)
                    {
                        if (thrown.Status == Status.Busy) Interlocked.Increment(ref busy);
                        else other = thrown;
                    }
                }
            };
            var threads = new[] { new Thread(work), new Thread(work), new Thread(work), new Thread(work) };
            foreach (var thread in threads) thread.Start();
            foreach (var thread in threads) thread.Join();
            Check.That(other == null, other + "");
            Check.That(busy > 0 && done > 0, busy + " busy, " + done + " done");
        }
    }

    public static void copies_continue_alike()
    {
        using (var map = new Map(8, 8))
        {
            ulong link = map.AddLink(new Link(new Place(0, 0), new Place(7, 7), 1.5));
            using (var copy = map.Copy())
            {
                copy.RemoveLink(link);
                Check.Equal(2, map.Find(new Place(0, 0), new Place(7, 7)).Length, "by the link");
                Check.Equal(8, copy.Find(new Place(0, 0), new Place(7, 7)).Length, "without it");
            }
        }
        using (var game = new Game("2048", "{\"seed\": 3}"))
        using (var copy = game.Copy())
        using (var loaded = Game.Load("2048", game.Save()))
        {
            string move = game.Hint();
            foreach (var it in new[] { game, copy, loaded }) Check.That(it.Play(move, out string answer), answer);
            Check.Equal(game.State(), copy.State(), "the copy");
            Check.Equal(game.State(), loaded.State(), "the loaded one");
            Check.That(game.Undo() && game.State() != copy.State(), "it was undone");
        }
    }
}
