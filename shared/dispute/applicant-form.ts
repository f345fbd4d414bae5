import * as z from 'zod/mini'
import { type Ground, grounds } from '../assignment/contract.ts'
import { Reason } from './contract.ts'

/** What an applicant sends who objects: like a customer, and a ground is chosen. */
const ObjectionForm = z.object({ ground: z.enum(grounds), reason: Reason })

type Field = keyof z.infer<typeof ObjectionForm>
type Sent = Readonly<Record<string, string | undefined>>

/** A form as it came, and which of its fields are bad. */
export type ReadObjection =
  | { readonly ground: Ground; readonly reason: string; readonly bad?: undefined }
  | { readonly bad: readonly Field[] }

/** What is written in lines is kept in one. A browser sends a line's end as two characters, and counts one. */
const inOneLine = (written: string | undefined): string | undefined => written?.replace(/\s*[\r\n]+\s*/g, ' ')

/** What a form says. */
export const readObjection = (sent: Sent): ReadObjection => {
  const { data, error } = z.safeParse(ObjectionForm, { ...sent, reason: inOneLine(sent.reason) })
  return data ?? { bad: [...new Set(error!.issues.map(({ path }) => path[0] as Field))] }
}
