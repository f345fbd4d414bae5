/** A failure of the service itself. Its message is ours, quotes no data, and may be logged; no caller sees it. */
export class Fault extends Error {
  override readonly name = 'Fault'
}
