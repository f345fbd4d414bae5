import { setTimeout as pause } from 'node:timers/promises'

/** What an attempt answers that is to be made again, with what it found for the next one. */
class Again<Found> {
  readonly found: Found | undefined
  constructor(found?: Found) {
    this.found = found
  }
}
export const again = <Found = never>(found?: Found): Again<Found> => new Again(found)

interface Retries {
  /** Attempts in all. */
  readonly times: number
  /** Before the next attempt, counted from 0; at once unless given. */
  readonly pauseMs?: (attempt: number) => number
}

/**
 * Makes an attempt until one answers anything but `again`, and then answers that. Nothing else is tried again: what an
 * attempt throws is thrown.
 * @param attempt is given what the one before it has found
 * @param otherwise what to answer when the last one, too, was to be made again; an error is thrown
 */
export const retry = async <Answer, Found = never>(
  { times, pauseMs }: Retries,
  attempt: (found: Found | undefined, of: { readonly isLast: boolean }) => Promise<Answer | Again<Found>>,
  otherwise: (found: Found | undefined) => NoInfer<Answer> | Error,
): Promise<Answer> => {
  let found: Found | undefined
  for (let made = 0; made < times; made++) {
    if (made > 0 && pauseMs) await pause(pauseMs(made - 1))
    const end = await attempt(found, { isLast: made === times - 1 })
    if (!(end instanceof Again)) return end
    ;({ found } = end)
  }
  const end = otherwise(found)
  if (end instanceof Error) throw end
  return end
}

/** To pause for longer with each attempt, and never for the same time as others who collided. */
export const randomBackoff =
  (firstMs: number, mostMs: number) =>
  (attempt: number): number =>
    Math.random() * Math.min(mostMs, firstMs * 2 ** attempt)
