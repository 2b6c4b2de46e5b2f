// What a call from C# costs beside the same call from C: both by turns in one process, on the same library, by processor time.

using System;
using System.Runtime.InteropServices;
using Tilewright;

static unsafe class Bench
{
    const int Rounds = 15, Columns = 400;

    [DllImport("loops", CallingConvention = CallingConvention.Cdecl)]
    static extern double loops_now();
    [DllImport("loops", CallingConvention = CallingConvention.Cdecl)]
    static extern uint loops_stand(ulong map, uint calls);
    [DllImport("loops", CallingConvention = CallingConvention.Cdecl)]
    static extern uint loops_find(ulong map, uint calls);
    [DllImport("loops", CallingConvention = CallingConvention.Cdecl)]
    static extern uint loops_crowd(ulong map, ulong crowd, uint frames);
    [DllImport("loops", CallingConvention = CallingConvention.Cdecl)]
    static extern uint loops_flow(ulong map, ulong flow, uint frames);
    [DllImport("loops", CallingConvention = CallingConvention.Cdecl)]
    static extern uint loops_field(ulong field, Place* places, uint frames);

    /// <summary>Measures two loops by turns, and prints the median of each for one call.</summary>
    static void Beside(string what, int calls, Func<int, uint> ours, Func<int, uint> theirs)
    {
        var times = new[] { new double[Rounds], new double[Rounds] };
        ours(calls);
        theirs(calls);
        for (int round = 0; round < Rounds; round++)
        {
            double first = loops_now();
            uint own = ours(calls);
            double second = loops_now();
            uint other = theirs(calls);
            double third = loops_now();
            if (own != other) throw new Exception(what + ": C# has found " + own + ", C " + other);
            times[0][round] = second - first;
            times[1][round] = third - second;
        }
        foreach (var of in times) Array.Sort(of);
        double csharp = times[0][Rounds / 2] / calls * 1e9, c = times[1][Rounds / 2] / calls * 1e9;
        Console.WriteLine("{0,-40} {1,12:F0} {2,12:F0} {3,10:F0} {4,8:F3}", what, csharp, c, csharp - c, csharp / c);
    }

    /// <summary>The number under which the library holds something. Only the measurement needs it, and nothing of the interface gives it.</summary>
    static ulong Number(object of)
    {
        var flags = System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance;
        object handle = of.GetType().GetField("handle", flags).GetValue(of);
        return (ulong)handle.GetType().GetField("number", flags).GetValue(handle);
    }

    /// <summary>A map of 60 rows with a wall and a gap in it, so wide that walkers are on their way in every frame that is measured.</summary>
    static Map Ground()
    {
        var map = new Map(Columns, 60);
        map.Fill(new Place(30, 0), 1, 25, TerrainKind.Wall);
        map.Fill(new Place(30, 35), 1, 25, TerrainKind.Wall);
        return map;
    }

    /// <summary>300 walkers who cross it.</summary>
    static Crowd Walkers(Map map)
    {
        var crowd = new Crowd(map, 7);
        for (int number = 0; number < 300; number++)
            crowd.Add(new Place(number % 5, number / 5), new Place(Columns - 1 - number % 5, number / 5));
        return crowd;
    }

    static Flow Circles(Map map)
    {
        var flow = new Flow(map);
        int group = flow.AddGroup(new Place(Columns - 1, 30));
        for (int number = 0; number < 300; number++)
            flow.Add(group, Point.Middle(new Place(number % 5, number / 5)), Point.Unit / 16, Point.Unit / 4);
        return flow;
    }

    static void Main()
    {
        Console.WriteLine("{0,-40} {1,12} {2,12} {3,10} {4,8}", "nanoseconds of processor time, median", "C#", "C", "more", "ratio");
        using (var map = Ground())
        {
            ulong number = Number(map);
            var agent = Agent.Usual;
            Beside("Map.CanStand", 200000, calls =>
            {
                uint yes = 0;
                for (int call = 0; call < calls; call++)
                    if (map.CanStand(new Place(call % 60, call / 60 % 60), agent)) yes++;
                return yes;
            }, calls => loops_stand(number, (uint)calls));
            var places = new Place[256];
            Beside("Map.Find, a way of four cells", 20000, calls =>
            {
                uint sum = 0;
                for (int call = 0; call < calls; call++)
                    sum += (uint)map.Find(new Place(call % 60, 0), new Place(call % 60, 3), ref places);
                return sum;
            }, calls => loops_find(number, (uint)calls));
        }
        using (Map ours = Ground(), theirs = Ground())
        using (Crowd own = Walkers(ours), other = Walkers(theirs))
        using (Flow flow = Circles(ours), otherFlow = Circles(theirs))
        using (Field field = new Field(ours, new Place(Columns - 1, 30)), otherField = new Field(theirs, new Place(Columns - 1, 30)))
        {
            var events = new CrowdEvent[1024];
            Beside("Crowd.Step, 300 walkers", 20, frames =>
            {
                uint sum = 0;
                for (int frame = 0; frame < frames; frame++) sum += (uint)own.Step(ref events);
                return sum;
            }, frames => loops_crowd(Number(theirs), Number(other), (uint)frames));
            var bodies = new Body[1024];
            Beside("Flow.Update, 300 walkers, and reading it", 100, frames =>
            {
                uint sum = 0;
                for (int frame = 0; frame < frames; frame++)
                {
                    int count = flow.Update(ref bodies);
                    for (int at = 0; at < count; at++) sum += (uint)bodies[at].Point.X;
                }
                return sum;
            }, frames => loops_flow(Number(theirs), Number(otherFlow), (uint)frames));
            var walkers = new Place[300];
            for (int number = 0; number < 300; number++) walkers[number] = new Place(number % 5, number / 5);
            var others = (Place[])walkers.Clone();
            Beside("Field.Advance, 300 walkers", 20, frames =>
            {
                for (int frame = 0; frame < frames; frame++) field.Advance(walkers);
                return (uint)walkers[0].X;
            }, frames =>
            {
                fixed (Place* first = others) return loops_field(Number(otherField), first, (uint)frames);
            });
        }
    }
}
