import type { Answer } from './api-client.ts'
import { eventually } from './eventually.ts'

/** Objects once the end is told, as whoever has the event does. */
export const onceTold = (dispute: () => Promise<Answer>): Promise<Answer> =>
  eventually(async () => {
    const answer = await dispute()
    return answer.body.code === 'not_final' ? undefined : answer
  }, 'the end to be told')
