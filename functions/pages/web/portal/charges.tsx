import type { VNode } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { useTry } from './asked.tsx'
import type { Session } from './opening.ts'
import { Room } from './room.tsx'
import { type Line, lists, listsOf, type Noun, readList } from './verifications.tsx'

/** Pages that are read of each list, of a hundred lines: nobody's minute of requests is used up by looking. */
const mostPages = 10

interface Read {
  readonly lines: readonly Line[]
  /** Whether older ones were left out. */
  readonly isCut: boolean
}

const readAll = async (noun: Noun): Promise<Read> => {
  const lines: Line[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < mostPages; page++) {
    const { data, nextCursor } = await readList(noun, { limit: '100', ...(cursor && { cursor }) })
    lines.push(...data)
    if (nextCursor === null) return { lines, isCut: false }
    cursor = nextCursor
  }
  return { lines, isCut: true }
}

interface Sum {
  readonly month: string
  readonly product: string
  readonly count: number
  readonly price: number
}

/** What was charged, by month and product, the latest first. Nothing is charged before something has ended. */
export const sumsOf = (lines: readonly Line[]): readonly Sum[] => {
  const sums = new Map<string, Sum>()
  for (const { product, updatedAt, price } of lines.filter(line => line.price > 0)) {
    const month = updatedAt.slice(0, 7)
    const key = `${month} ${product}`
    const before = sums.get(key) ?? { month, product, count: 0, price: 0 }
    sums.set(key, { ...before, count: before.count + 1, price: before.price + price })
  }
  return [...sums.values()].sort((one, other) => (one.month < other.month ? 1 : -1))
}

const Table = ({ sums }: { readonly sums: readonly Sum[] }): VNode => (
  <table>
    <caption class="unseen">Charges by month and product</caption>
    <thead>
      <tr>
        <th scope="col">Month</th>
        <th scope="col">Product</th>
        <th scope="col">Verdicts</th>
        <th scope="col">Charged</th>
      </tr>
    </thead>
    <tbody>
      {sums.map(({ month, product, count, price }) => (
        <tr key={`${month} ${product}`}>
          <td>{month}</td>
          <td>{product}</td>
          <td>{count}</td>
          <td>{price.toLocaleString('en-GB')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Source = ({ read, mode }: { readonly read: Read } & Pick<Session, 'mode'>): VNode => (
  <p class="quiet">
    {mode === 'test' && 'In test mode nothing is invoiced: this is what it would have been. '}
    Computed here from the <code>price</code> of {read.lines.length} verification
    {read.lines.length === 1 ? '' : 's'}, by the month in which each ended
    {read.isCut ? `; only the latest ${mostPages * 100} of each list were read` : ''}. Identity look-ups stand
    in no list, and are not in it. Your invoice is what counts.
  </p>
)

/** What was charged, as far as the lists of verifications tell. */
export const Charges = ({ session }: { readonly session: Session }): VNode => {
  const [read, setRead] = useState<Read>()
  const [problem, setProblem] = useState<string>()
  const attempt = useTry()
  const mine = listsOf(session)
  const load = useCallback(async () => {
    const came = await attempt(() => Promise.all(mine.map(readAll)))
    if ('problem' in came) return setProblem(came.problem)
    setRead({
      lines: came.value.flatMap(({ lines }) => lines),
      isCut: came.value.some(({ isCut }) => isCut),
    })
  }, [attempt, mine.join()])
  useEffect(() => void load(), [load])
  const sums = read && sumsOf(read.lines)
  return (
    <Room title="Charges">
      <p>{mine.map(noun => lists[noun]).join(' and ')}, by the month in which they ended.</p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {!read && problem === undefined && <p class="quiet">One moment …</p>}
      {sums?.length === 0 && <p class="quiet">Nothing was charged.</p>}
      {sums && sums.length > 0 && <Table sums={sums} />}
      {read && <Source read={read} mode={session.mode} />}
    </Room>
  )
}
