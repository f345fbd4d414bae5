import { formatTimeSpan } from '../../ui/format.ts'
import type { StuckThing } from './answers.ts'

/** What is said of something stuck, and of what its button does. */
interface Words {
  readonly title: string
  readonly button: string
  readonly consequence: (thing: StuckThing) => string
}

const organisationOf = ({ id }: StuckThing): string => id.split('-')[0]!

const lookedOver: Pick<Words, 'button' | 'consequence'> = {
  button: 'Look it over',
  consequence: thing =>
    `Everything that organisation ${organisationOf(thing)} has open is looked over now, as it is each hour: what was not started is started, what is past its end is ended, what was not told is told.`,
}

const sentAgain: Pick<Words, 'button' | 'consequence'> = {
  button: 'Send again',
  consequence: () =>
    'The same event is sent to the same endpoint once more, with all its retries. A receiver that had it already knows it by its id.',
}

export const stuckTexts: Readonly<Record<StuckThing['kind'], Words>> = {
  untaken: {
    title: 'Late, and nobody took it',
    button: 'End it',
    consequence: () =>
      'It ends as expired. Its customer is told FAILED - EXPIRED and pays nothing. This cannot be undone.',
  },
  held: {
    title: 'Late, with an agent',
    button: 'Take it back',
    consequence: ({ by, photosAwaited }) =>
      `It is taken from ${by}, and any other agent can claim it. ${
        photosAwaited > 0 ? `${photosAwaited} announced photos have not come; they` : 'What was not sent yet'
      } will be refused unless ${by} claims it again.`,
  },
  forgotten: {
    title: 'Late, and its workflow has not noticed',
    button: 'Note that it is late',
    consequence: () =>
      'It is noted as late. Its customer is told so, if they asked to be. People go on working on it.',
  },
  unstarted: { title: 'No workflow waits on it', ...lookedOver },
  unended: { title: 'Past its end, and not ended', ...lookedOver },
  untold: { title: 'Complete, and nobody was told', ...lookedOver },
  unanswered: { title: 'A look-up that nobody tries any more', ...lookedOver },
  unsent: {
    title: 'A message did not arrive',
    button: 'Send a new link',
    consequence: () =>
      'A new link is made and sent to the same person. The earlier one stops working. If the first message did arrive, they get two.',
  },
  undelivered: { title: 'A delivery is past its time', ...sentAgain },
  givenUp: { title: 'A delivery was given up', ...sentAgain },
}

/** `about 3 h`, `–` where there is nothing to say. */
export const formatMinutes = (minutes: number | null): string => {
  if (minutes === null) return '–'
  return minutes < 1 ? 'under 1 min' : formatTimeSpan(minutes * 60_000)
}

/** `67 %`, `–` of nothing. */
export const formatShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`

/** `1 event`, `2 events`. */
export const formatCount = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
