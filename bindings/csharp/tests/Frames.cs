// A frame allocates nothing once its arrays are long enough.

using System;
using Tilewright;

static class Frames
{
    static string Level
    {
        get
        {
            string row = "['.','.','.','.','.','.','.','.']", rows = string.Join(",", row, row, row, row, row, row, row, row);
            string level = "{'rules':'royal','colors':5,'moves':10000,'goal':{'collect':90000},'layout':[" + rows + "]}";
            return "{\"level\":\"" + level.Replace("'", "\\\"") + "\",\"seed\":3}";
        }
    }

    static readonly Func<long> Allocated = (Func<long>)Delegate.CreateDelegate(typeof(Func<long>), typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread"));

    static void Nothing(string what, Action<int> frame)
    {
        for (int number = 0; number < 40; number++) frame(number);
        long before = Allocated();
        for (int number = 40; number < 140; number++) frame(number);
        Check.Equal(0, Allocated() - before, what + ": bytes in 100 frames");
    }

    public static void routes_into_an_array_allocate_nothing()
    {
        using (var map = new Map(60, 60))
        {
            map.Fill(new Place(30, 0), 1, 59, TerrainKind.Wall);
            var places = new Place[1];
            var blocked = new Place[300];
            Nothing("routes", number =>
            {
                map.Set(new Place(30, number % 59), number % 2 == 0 ? TerrainKind.Wall : TerrainKind.Free);
                blocked[0] = new Place(29, number % 60);
                var query = new Query(new Place(0, 0), new Place(59, 0)) { Blocked = blocked, BlockedCount = 1, OrNearest = true };
                var found = map.Route(in query, ref places);
                Check.That(found.Length > 50 && places[0] == query.From, "a way");
                map.Find(new Place(0, 0), new Place(0, 59), ref places);
                map.CanStand(new Place(1, 1));
            });
        }
    }

    public static void crowds_and_flows_of_300_allocate_nothing()
    {
        using (var map = new Map(60, 60))
        using (var crowd = new Crowd(map, 7))
        using (var flow = new Flow(map))
        using (var field = new Field(map, new Place(30, 30)))
        {
            var walkers = new Place[300];
            int group = flow.AddGroup(new Place(59, 30));
            for (int number = 0; number < 300; number++)
            {
                walkers[number] = new Place(number % 5, number / 5);
                crowd.Add(walkers[number], new Place(59 - number % 5, number / 5));
                flow.Add(group, Point.Middle(walkers[number]), Point.Unit / 8, Point.Unit / 4);
            }
            CrowdEvent[] events = new CrowdEvent[600], others = new CrowdEvent[300];
            var bodies = new Body[1];
            Nothing("crowds", number =>
            {
                crowd.Step(ref events);
                flow.Events(ref others);
                Check.Equal(300, flow.Update(ref bodies), "bodies");
                field.Advance(walkers);
            });
        }
    }

    public static void moves_of_match_3_and_their_events_allocate_nothing()
    {
        using (var game = new Game("match3", Level))
        {
            var events = new Match3Event[1024];
            var lists = new int[1024];
            var elements = new Element[256];
            int made = 0;
            Nothing("swaps", number =>
            {
                for (int cell = 0; cell < 56; cell++)
                    if (game.Swap(cell % 8, cell / 8, cell % 8, cell / 8 + 1, ref events, out int count) && count > 0) made++;
                game.Lists(ref lists);
                game.Elements(ref elements);
            });
            Check.That(made > 20, "only " + made + " moves");
        }
    }

    public static void events_and_elements_are_what_is_on_the_board()
    {
        using (var game = new Game("match3", Level))
        {
            Element[] elements = null;
            Check.Equal(64, game.Elements(ref elements), "blocks");
            Check.That(elements[63].Cell == 63 && elements[63].Look.Sort == Sort.Block && elements[63].Look.Color != Look.Colorless, "the last one");
            Match3Event[] events = null;
            int number = 0, count;
            while (!game.Swap(number % 7, number / 7, number % 7 + 1, number / 7, ref events, out count)) number++;
            Check.Equal(Match3EventKind.Swap, events[0].Kind, "the first event");
            Check.Equal(Match3EventKind.Rest, events[count - 1].Kind, "the last event");
            Check.Equal(Match3Event.NoCell, events[count - 1].From, "it is nowhere");
        }
    }

    public static unsafe void memory_of_the_caller_takes_what_arrays_take()
    {
        using (var map = new Map(9, 9))
        using (var crowd = new Crowd(map))
        {
            crowd.Add(new Place(0, 0), new Place(8, 0));
            var places = stackalloc Place[9];
            Check.Equal(9, map.Route(new Query(new Place(0, 0), new Place(8, 8)), places, 9).Length, "places");
            Check.That(places[8] == new Place(8, 8), "the last place");
            var found = map.Route(new Query(new Place(0, 0), new Place(8, 8)), places, 3);
            Place[] all = null;
            Check.Equal(found.Length, map.Way(ref all), "places where there was no room");
            var events = stackalloc CrowdEvent[4];
            Check.Equal(1, crowd.Step(events, 4), "events");
            Check.That(events[0].At == new Place(1, 0), "one step");
            Check.Throws<ArgumentOutOfRangeException>(() => map.Route(new Query(new Place(0, 0), new Place(8, 8)), null, -1), "capacity");
            Check.Throws<ArgumentOutOfRangeException>(() => crowd.Step((CrowdEvent*)null, -1), "capacity");
        }
    }
}
