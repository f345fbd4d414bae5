/** A failure of the service. Its message may be logged: it quotes no data, and no caller sees it. */
export class Fault extends Error {
  override readonly name: string = 'Fault'
}

export class BusyError extends Fault {
  override readonly name = 'Busy'
}
