import * as z from 'zod/mini'
import { wholeListOf } from '../http/contract/page.ts'
import { id } from '../http/contract/text.ts'

export const StateList = wholeListOf(z.object({ id, name: z.string() }))
export const LgaList = wholeListOf(z.object({ id, name: z.string(), stateId: id }))
