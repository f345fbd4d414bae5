export class Fault extends Error {
  override readonly name: string = 'Fault'
}

export class BusyError extends Fault {
  override readonly name = 'Busy'
}
