/** An error that a service's API answers, by the name that the SDK gives to it. */
export class ServiceError extends Error {
  readonly status: number
  constructor(name: string, message: string, status = 400) {
    super(message)
    this.name = name
    this.status = status
  }
}

/** For calls that none of our functions makes. */
export const unsupportedAction = (action: string): ServiceError =>
  new ServiceError('UnsupportedOperation', `${action} is not supported by the local region`)
