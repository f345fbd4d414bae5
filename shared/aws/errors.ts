/** A failure of the service itself. Its message is ours, quotes no data, and may be logged; no caller sees it. */
export class Fault extends Error {
  override readonly name: string = 'Fault'
}

/** Too many want the same at this moment, and trying again did not help: the same call can succeed a little later. */
export class BusyError extends Fault {
  override readonly name = 'Busy'
}
