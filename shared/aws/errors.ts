export class Fault extends Error {
  override readonly name: string = 'Fault'
}

export class BusyError extends Fault {
  override readonly name = 'Busy'
}

/** The function's time is nearly over, and its work is not: what it had begun may be done all the same. */
export class OvertimeError extends Fault {
  override readonly name = 'Overtime'
}
