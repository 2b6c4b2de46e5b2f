// Tasks, and callbacks that stop them.

using System;
using System.Threading;
using Tilewright;

static class Tasks
{
    const string Level = "{\"task\": \"match3/generate\", \"goal\": [\"collect:20\"], \"rows\": 5, \"columns\": 5, \"target\": 40, \"seed\": 7}";

    /// <summary>It would take hours.</summary>
    const string Long = "{\"task\": \"2048/train\", \"episodes\": 1000000, \"seed\": 1}";

    public static void an_answer_has_all_its_forms()
    {
        long before = Library.Held;
        using (var answer = Answer.Run(Level, "svg"))
        {
            Check.That(answer.Status <= Status.No, answer.Status.ToString());
            Check.That(answer.Json.StartsWith("{\"schema\":", StringComparison.Ordinal), answer.Json);
            Check.That(answer.Text.Length > 0 && answer.Picture.Length > 100, answer.Text);
            using (var again = Answer.Run(Level)) Check.Equal(answer.Json, again.Json, "the same seed");
        }
        Check.Equal(before, Library.Held, "handles");
    }

    public static void a_callback_hears_events_on_its_thread_and_stops_a_task()
    {
        int caller = Thread.CurrentThread.ManagedThreadId, heard = 0;
        using (var answer = Answer.Run(Long, null, told =>
        {
            Check.Equal(caller, Thread.CurrentThread.ManagedThreadId, "the thread");
            heard++;
            return heard > 2;
        }))
            Check.Equal(Status.Stopped, answer.Status, "a task that was stopped");
        Check.That(heard > 2, "only " + heard + " events");
    }

    public static void what_a_callback_throws_stops_the_task_and_comes_out()
    {
        long before = Library.Held;
        var thrown = Check.Throws<InvalidOperationException>(() => Answer.Run(Long, null, Thrower), "of the callback");
        Check.That(thrown.StackTrace.Contains("Thrower"), "the trace says where: " + thrown.StackTrace);
        Check.Equal(before, Library.Held, "handles");
    }

    static bool Thrower(string told)
    {
        throw new InvalidOperationException("of the callback");
    }

    public static void a_callback_may_run_a_task_of_its_own()
    {
        string inner = null;
        using (Answer.Run(Long, null, told =>
        {
            using (var answer = Answer.Run(Level)) inner = answer.Json;
            GC.Collect();
            return true;
        }))
            Check.That(inner.Contains("tilewright/levels"), inner);
    }
}
