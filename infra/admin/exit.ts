/** The service would not do it, or it failed; the message says why. */
export class RefusedError extends Error {
  override readonly name = 'Refused'
}

/** Nobody was there to do it, or nobody could be asked. */
export class UnreachableError extends Error {
  override readonly name = 'NotReached'
}

/** In progress at AWS; the same command continues later. */
export class IncompleteError extends Error {
  override readonly name = 'NotYet'
}

export const exitCodes = {
  0: 'done, or shown by a dry run',
  1: 'refused or failed: the service says why',
  2: 'not understood: everything that is wrong is named',
  3: 'not reached: no local environment, stage or credentials',
  4: 'in progress: run the same command again later',
} as const
export type ExitCode = keyof typeof exitCodes
