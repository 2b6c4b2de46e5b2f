using NUnit.Framework;
using Tilewright;

public class PackageTests
{
    [Test]
    public void a_way_leads_around_a_wall()
    {
        using (var map = new Map(8, 8))
        {
            map.Fill(new Place(4, 0), 1, 7, TerrainKind.Wall);
            Assert.AreEqual(17, map.Find(new Place(0, 0), new Place(7, 0)).Length);
        }
    }

    [Test]
    public void a_game_makes_the_move_of_its_adviser()
    {
        using (var game = new Game("2048", "{\"seed\": 1}"))
        {
            Assert.IsTrue(game.Play(game.Hint(), out string answer));
            Assert.IsTrue(game.Undo());
        }
    }

    [Test]
    public void a_callback_stops_a_task()
    {
        using (var answer = Answer.Run("{\"task\": \"2048/train\", \"episodes\": 1000000, \"seed\": 1}", null, told => true))
            Assert.AreEqual(Status.Stopped, answer.Status);
    }
}
