// Fields: the way to the nearest of some goals, from everywhere.

using System;

namespace Tilewright
{
    /// <summary>For every place of a map what it costs an agent to come from there to the nearest of some goals, and the next step there.</summary>
    public sealed unsafe class Field : IDisposable
    {
        readonly Handle handle;
        readonly Map map;

        /// <summary>Finds a field of the usual agent.</summary>
        public Field(Map map, params Place[] goals) : this(map, goals, Agent.Usual) { }

        /// <summary>Finds a field.</summary>
        /// <param name="map">Its map, which it is asked with from then on.</param>
        /// <param name="goals">At least one.</param>
        /// <param name="agent">Who goes there.</param>
        /// <param name="budget">How many places are looked at; <c>Resume</c> continues if some are left.</param>
        public Field(Map map, Place[] goals, Agent agent, ulong budget = ulong.MaxValue)
        {
            if (map == null) throw new ArgumentNullException(nameof(map));
            if (goals == null) throw new ArgumentNullException(nameof(goals));
            this.map = map;
            ulong field;
            fixed (Place* first = goals) IsWhole = Library.Answered(Native.tw_field_new(map.Number, agent, first, (UIntPtr)goals.Length, budget, &field));
            GC.KeepAlive(map);
            handle = new Handle(field);
        }

        /// <summary>Gives it up.</summary>
        public void Dispose() => handle.Dispose();

        /// <summary>Whether all places were looked at.</summary>
        public bool IsWhole { get; private set; }

        /// <summary>Continues with a field for this many places. Returns whether it is whole.</summary>
        public bool Resume(ulong budget) => IsWhole = Done(Native.tw_field_resume(map.Number, Number, budget));

        /// <summary>Repairs it after changes of the map, at the cost of what they changed. Returns how many values were found anew.</summary>
        public long Update()
        {
            ulong found;
            Done(Native.tw_field_update(map.Number, Number, &found));
            return (long)found;
        }

        /// <summary>Gives it other goals, and repairs it. Returns how many values were found anew.</summary>
        public long SetGoals(params Place[] goals)
        {
            if (goals == null) throw new ArgumentNullException(nameof(goals));
            ulong found;
            fixed (Place* first = goals) Done(Native.tw_field_set_goals(map.Number, Number, first, (UIntPtr)goals.Length, &found));
            return (long)found;
        }

        /// <summary>The value of a place; infinite where no goal can be reached.</summary>
        public double Value(Place at)
        {
            double value;
            Done(Native.tw_field_value(Number, at, &value));
            return value;
        }

        /// <summary>The place to go to from another one; the same where there is none, at a goal and where none can be reached.</summary>
        public Place Next(Place at)
        {
            Place next;
            Done(Native.tw_field_next(Number, at, &next));
            return next;
        }

        /// <summary>Makes each of the first places of an array the one to go to from there; where there is none, it stays. By default all of them.</summary>
        public void Advance(Place[] places, int count = -1)
        {
            if (places == null) throw new ArgumentNullException(nameof(places));
            if (count > places.Length) throw new ArgumentOutOfRangeException(nameof(count));
            fixed (Place* first = places) Advance(first, count < 0 ? places.Length : count);
        }

        /// <summary>As the other one, in memory of the caller, such as that of a <c>NativeArray</c>.</summary>
        public void Advance(Place* places, int count) => Done(Native.tw_field_advance(Number, places, Library.Capacity(count, nameof(count))));

        /// <summary>Reads the values of all cells of a floor, row by row; infinite where no goal can be reached. Returns how many they are.</summary>
        public int Values(int floor, ref double[] values)
        {
            Library.Room(ref values);
            UIntPtr length;
            Status status;
            fixed (double* to = values) status = Native.tw_field_values(map.Number, Number, (uint)floor, to, (UIntPtr)values.Length, &length);
            if (status == Status.Short)
            {
                Library.Grow(ref values, length);
                fixed (double* to = values) status = Native.tw_field_values(map.Number, Number, (uint)floor, to, (UIntPtr)values.Length, &length);
            }
            Done(status);
            return (int)length;
        }

        ulong Number => handle.Number(this);

        bool Done(Status status)
        {
            GC.KeepAlive(this);
            return Library.Answered(status);
        }
    }
}
