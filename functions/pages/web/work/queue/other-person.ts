/** Somebody else has signed in on this telephone since. */
export class OtherPerson extends Error {
  override name = 'OtherPerson'
}
