// Walkers that make room for each other: from cell to cell, or at any points.

using System;

namespace Tilewright
{
    /// <summary>Walkers that go from cell to cell of a map and make room for each other.</summary>
    public sealed unsafe class Crowd : IDisposable
    {
        readonly Handle handle;
        readonly Map map;

        /// <summary>Makes a crowd of agents of one cell; ties are broken by the seed.</summary>
        public Crowd(Map map, ulong seed = 0, Agent? agent = null)
        {
            if (map == null) throw new ArgumentNullException(nameof(map));
            this.map = map;
            ulong crowd;
            Library.Answered(Native.tw_crowd_new(map.Number, agent ?? Agent.Usual, seed, &crowd));
            GC.KeepAlive(map);
            handle = new Handle(crowd);
        }

        /// <summary>Gives it up.</summary>
        public void Dispose() => handle.Dispose();

        /// <summary>Adds a walker without a goal at a place where nobody stands. Returns what it is called by; that of one who left is never given again.</summary>
        public ulong Add(Place at) => Add(at, null);

        /// <summary>Adds a walker with a goal at a place where nobody stands.</summary>
        public ulong Add(Place at, Place goal) => Add(at, &goal);

        /// <summary>Takes a walker out.</summary>
        public void Remove(ulong walker) => Done(Native.tw_crowd_remove(Number, walker));

        /// <summary>Gives a walker another goal.</summary>
        public void SetGoal(ulong walker, Place goal) => Done(Native.tw_crowd_set_goal(Number, walker, &goal));

        /// <summary>Leaves a walker without a goal.</summary>
        public void ClearGoal(ulong walker) => Done(Native.tw_crowd_set_goal(Number, walker, null));

        /// <summary>Lets a walker stand still, so that it makes room for nobody, or walk again.</summary>
        public void SetStill(ulong walker, bool isStill) => Done(Native.tw_crowd_set_still(Number, walker, isStill ? 1u : 0u));

        /// <summary>Where a walker is.</summary>
        public Place PlaceOf(ulong walker)
        {
            Place at;
            Done(Native.tw_crowd_walker(Number, walker, &at, null));
            return at;
        }

        /// <summary>What a walker is doing.</summary>
        public WalkerState StateOf(ulong walker)
        {
            WalkerState state;
            Done(Native.tw_crowd_walker(Number, walker, null, &state));
            return state;
        }

        /// <summary>Moves every walker by one step. Returns how many things have happened.</summary>
        /// <param name="events">Receives them, in its own memory; a longer array takes its place only where it is too short.</param>
        public int Step(ref CrowdEvent[] events)
        {
            Library.Room(ref events);
            int count;
            fixed (CrowdEvent* to = events) count = Step(to, events.Length);
            if (count > events.Length)
            {
                Library.Grow(ref events, (UIntPtr)count);
                UIntPtr length;
                fixed (CrowdEvent* to = events) Done(Native.tw_crowd_events(Number, to, (UIntPtr)events.Length, &length));
            }
            return count;
        }

        /// <summary>As the other one, into memory of the caller, such as that of a <c>NativeArray</c>. If more than the capacity has happened, nothing was written; the step was made all the same.</summary>
        public int Step(CrowdEvent* events, int capacity)
        {
            UIntPtr length;
            var status = Native.tw_crowd_step(map.Number, Number, events, Library.Capacity(capacity, nameof(capacity)), &length);
            GC.KeepAlive(this);
            if (status != Status.Short) Library.Answered(status);
            return (int)length;
        }

        ulong Number => handle.Number(this);

        ulong Add(Place at, Place* goal)
        {
            ulong walker;
            Done(Native.tw_crowd_add(Number, at, goal, &walker));
            return walker;
        }

        void Done(Status status)
        {
            GC.KeepAlive(this);
            Library.Answered(status);
        }
    }

    /// <summary>Many walkers at any points of a map, each a circle with a speed of its own, that flow to the goals of their groups.</summary>
    public sealed unsafe class Flow : IDisposable
    {
        readonly Handle handle;
        readonly Map map;

        /// <summary>Makes a flow without walkers.</summary>
        public Flow(Map map)
        {
            if (map == null) throw new ArgumentNullException(nameof(map));
            this.map = map;
            ulong flow;
            Library.Answered(Native.tw_flow_new(map.Number, &flow));
            GC.KeepAlive(map);
            handle = new Handle(flow);
        }

        /// <summary>Gives it up.</summary>
        public void Dispose() => handle.Dispose();

        /// <summary>Adds a group of usual agents with these goals; without goals they stand still. Returns its number, from 0.</summary>
        public int AddGroup(params Place[] goals) => AddGroup(Agent.Usual, goals);

        /// <summary>Adds a group of agents with these goals.</summary>
        public int AddGroup(Agent agent, params Place[] goals)
        {
            if (goals == null) throw new ArgumentNullException(nameof(goals));
            uint group;
            fixed (Place* first = goals) Done(Native.tw_flow_add_group(map.Number, Number, agent, first, (UIntPtr)goals.Length, &group));
            return (int)group;
        }

        /// <summary>Gives a group other goals; without goals it stands still.</summary>
        public void SetGoals(int group, params Place[] goals)
        {
            if (goals == null) throw new ArgumentNullException(nameof(goals));
            fixed (Place* first = goals) Done(Native.tw_flow_set_goals(map.Number, Number, (uint)group, first, (UIntPtr)goals.Length));
        }

        /// <summary>Adds a walker. Returns what it is called by.</summary>
        /// <param name="group">Whose goals it has.</param>
        /// <param name="point">Its middle.</param>
        /// <param name="speed">How far it goes in an update, in units, at most half a cell.</param>
        /// <param name="radius">Its radius in units, at most half of its agent's size.</param>
        public ulong Add(int group, Point point, int speed, int radius)
        {
            ulong walker;
            Done(Native.tw_flow_add(map.Number, Number, (uint)group, point, speed, radius, &walker));
            return walker;
        }

        /// <summary>Takes a walker out.</summary>
        public void Remove(ulong walker) => Done(Native.tw_flow_remove(Number, walker));

        /// <summary>Moves all walkers by one update. Returns how many they are.</summary>
        /// <param name="bodies">Receives where they are, in the order in which they joined; a longer array takes its place only where it is too short.</param>
        public int Update(ref Body[] bodies)
        {
            Library.Room(ref bodies);
            int count;
            fixed (Body* to = bodies) count = Update(to, bodies.Length);
            if (count > bodies.Length)
            {
                Library.Grow(ref bodies, (UIntPtr)count);
                UIntPtr length;
                fixed (Body* to = bodies) Done(Native.tw_flow_bodies(Number, to, (UIntPtr)bodies.Length, &length));
            }
            return count;
        }

        /// <summary>As the other one, into memory of the caller, such as that of a <c>NativeArray</c>. If there are more walkers than the capacity, nothing was written; they have moved all the same.</summary>
        public int Update(Body* bodies, int capacity)
        {
            UIntPtr length;
            var status = Native.tw_flow_update(map.Number, Number, bodies, Library.Capacity(capacity, nameof(capacity)), &length);
            GC.KeepAlive(this);
            if (status != Status.Short) Library.Answered(status);
            return (int)length;
        }

        /// <summary>Reads who was put elsewhere, has arrived and has left in the last update. Returns how many things have happened.</summary>
        public int Events(ref CrowdEvent[] events)
        {
            Library.Room(ref events);
            ulong number = Number;
            UIntPtr length;
            Status status;
            fixed (CrowdEvent* to = events) status = Native.tw_flow_events(number, to, (UIntPtr)events.Length, &length);
            if (status == Status.Short)
            {
                Library.Grow(ref events, length);
                fixed (CrowdEvent* to = events) status = Native.tw_flow_events(number, to, (UIntPtr)events.Length, &length);
            }
            Done(status);
            return (int)length;
        }

        ulong Number => handle.Number(this);

        void Done(Status status)
        {
            GC.KeepAlive(this);
            Library.Answered(status);
        }
    }
}
