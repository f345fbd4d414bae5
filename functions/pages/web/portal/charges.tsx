import type { VNode } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { type ResponseOf, callApi } from '../ui/api.ts'
import { useMutation } from './query.tsx'
import type { Session } from './portal-session.ts'
import { PortalPage } from './portal-page.tsx'

type Charges = ResponseOf<'GET /v1/charges'>

/** So many months are shown, this one included. */
const shownMonths = 3

/** Months in UTC, the latest first: `2026-11`. */
export const monthsUpTo = (now: Date): readonly string[] =>
  [...Array(shownMonths).keys()].map(back =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )

const money = (amount: number): string => amount.toLocaleString('en-GB')

const Table = ({ months }: { readonly months: readonly Charges[] }): VNode => (
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
      {months.flatMap(({ month, data }) =>
        data.map(({ product, count, amount }) => (
          <tr key={`${month} ${product}`}>
            <td>{month}</td>
            <td>{product}</td>
            <td>{count}</td>
            <td>{money(amount)}</td>
          </tr>
        )),
      )}
    </tbody>
  </table>
)

/** What this client may still spend. */
const Cap = ({
  cap,
  month,
}: {
  readonly cap: NonNullable<Charges['spendCap']>
  readonly month: string
}): VNode => (
  <p>
    This client may spend {money(cap.amount)} NGN in {month}: {money(cap.spent)} are spent, and{' '}
    {money(cap.used - cap.spent)} are put aside for what is under way.
  </p>
)

/** What was charged, as the ledger has it. */
export const ChargesPage = ({ session }: { readonly session: Session }): VNode => {
  const [months, setMonths] = useState<readonly Charges[]>()
  const [problem, setProblem] = useState<string>()
  const attempt = useMutation()
  const load = useCallback(async () => {
    const asked = () =>
      Promise.all(monthsUpTo(new Date()).map(month => callApi('GET /v1/charges', { query: { month } })))
    const came = await attempt(asked)
    if ('problem' in came) return setProblem(came.problem)
    setMonths(came.value)
  }, [attempt])
  useEffect(() => void load(), [load])
  const [current] = months ?? []
  return (
    <PortalPage title="Charges">
      <p>What was charged in NGN, by the month (UTC) in which each verdict came.</p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {!months && problem === undefined && <p class="quiet">One moment …</p>}
      {current?.spendCap && <Cap cap={current.spendCap} month={current.month} />}
      {months?.every(({ data }) => data.length === 0) && <p class="quiet">Nothing was charged.</p>}
      {months?.some(({ data }) => data.length > 0) && <Table months={months} />}
      {months && (
        <p class="quiet">
          {session.mode === 'test' && 'In test mode nothing is invoiced: this is what it would have been. '}
          Added up from the ledger, look-ups included, of the products that this client may read.
        </p>
      )}
    </PortalPage>
  )
}
