import { formatFields, formatTable } from './table.ts'

type Row = Readonly<Record<string, unknown>>

/** A value is one line however long it is, so that an answer's `next` can be handed on as it stands. */
const lineOf = ([name, value]: readonly [string, unknown]): string => `${name}  ${JSON.stringify(value)}`

/** A list in an answer, as a table; what else is in the answer stands below it. */
export const rows =
  (list: string, ...columns: readonly string[]) =>
  (answer: never): string => {
    const { [list]: found, ...rest } = answer as Readonly<Record<string, unknown>>
    const table = formatTable(columns, found as readonly Row[])
    return [table, ...Object.entries(rest).map(lineOf)].join('\n')
  }

/** The fields of an answer. */
export const fields = (answer: never): string => formatFields(answer)
