/// What the samples for launch name, and other platforms have.
final class UIApplication {}
