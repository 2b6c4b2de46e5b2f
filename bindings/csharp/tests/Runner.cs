// A runner of its own, as no package of NuGet is needed to test: every public static method of the tests runs, and what it throws is printed.

using System;
using System.Collections.Generic;
using System.Reflection;

static class Check
{
    internal static void That(bool isSo, string what)
    {
        if (!isSo) throw new Exception("not so: " + what);
    }

    internal static void Equal<T>(T expected, T found, string what)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, found)) throw new Exception(what + ": expected " + expected + ", found " + found);
    }

    /// <summary>What a call throws, which must be of this kind and say these words.</summary>
    internal static T Throws<T>(Action call, string words) where T : Exception
    {
        try
        {
            call();
        }
        catch (T thrown)
        {
            That(thrown.Message.IndexOf(words, StringComparison.Ordinal) >= 0, "\"" + thrown.Message + "\" says \"" + words + "\"");
            return thrown;
        }
        throw new Exception("nothing was thrown, expected " + typeof(T).Name + " with \"" + words + "\"");
    }
}

static class Runner
{
    /// <summary>Where the calls are that every language plays.</summary>
    internal static string Games, Walkers;

    static int Main(string[] words)
    {
        if (words.Length != 2)
        {
            Console.Error.WriteLine("tests GAMES WALKERS");
            return 2;
        }
        Games = words[0];
        Walkers = words[1];
        int count = 0, failures = 0;
        foreach (var group in new[] { typeof(Playthrough), typeof(Misuse), typeof(Tasks), typeof(Lives), typeof(Frames), typeof(Page) })
        {
            foreach (var test in group.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.DeclaredOnly))
            {
                count++;
                try
                {
                    test.Invoke(null, null);
                }
                catch (TargetInvocationException thrown)
                {
                    failures++;
                    Console.WriteLine(group.Name + "." + test.Name + ": " + thrown.InnerException);
                }
            }
        }
        Console.WriteLine(count + " tests, " + failures + " failed");
        return failures == 0 ? 0 : 1;
    }
}
