import * as z from 'zod/mini'
import { id } from '../http/contract/text.ts'

export const StateList = z.object({ data: z.array(z.object({ id, name: z.string() })) })
export const LgaList = z.object({ data: z.array(z.object({ id, name: z.string(), stateId: id })) })
