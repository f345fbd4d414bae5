/** Somebody else has signed in on this telephone since. */
export class OtherPersonError extends Error {
  override name = 'OtherPerson'
}
