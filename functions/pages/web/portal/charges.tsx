import { useState } from 'preact/hooks'
import { formatCsv } from '../../../../shared/ledger/csv.ts'
import { chargingRules } from '../../../../shared/ledger/rule-contract.ts'
import { callApi, type ResponseOf } from '../ui/api.ts'
import { formatCount, formatNumber } from '../ui/format.ts'
import { Choose, Table } from '../ui/page.tsx'
import { QueryView, useQuery } from '../ui/query.tsx'
import { saveCsv } from '../ui/save-file.ts'
import { ActionButton, DateTime, GuideLink, PortalPage } from './display.tsx'
import { useSession } from './session.tsx'

type ChargeList = ResponseOf<'GET /v1/charges'>
type ProductSum = ChargeList['data'][number]
type ChargeLine = ResponseOf<'GET /v1/charges/lines'>['data'][number]

const shownMonths = 3
/** Older charges are the operator's to show. */
const exportedMonths = 24

/** Months in UTC, the latest first: `2026-11`. */
const latestMonths = (count: number): readonly string[] => {
  const now = new Date()
  return [...Array(count).keys()].map(back =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )
}

const readCharges = (): Promise<readonly ChargeList[]> =>
  Promise.all(latestMonths(shownMonths).map(month => callApi('GET /v1/charges', { query: { month } })))

const SpendCap = ({ month, spendCap }: ChargeList) =>
  spendCap && (
    <p>
      This client may spend {formatNumber(spendCap.amount)} NGN in {month}: {formatNumber(spendCap.spent)} are
      spent, and {formatNumber(spendCap.used - spendCap.spent)} are reserved for what is under way. In the
      docs: <GuideLink to="charges#a-spend-cap">A spend cap</GuideLink>
    </p>
  )

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

interface SumsProps {
  readonly caption: string
  readonly sums: readonly ProductSum[]
  /** When the last charge was added, of a month that is not over. */
  readonly asOf?: string | null
}

const Sums = ({ caption, sums, asOf }: SumsProps) => (
  <>
    <h2>{caption}</h2>
    {asOf && (
      <p class="quiet">
        As of <DateTime at={asOf} />, when the last charge was added. A new one is added within seconds.
      </p>
    )}
    {sums.length === 0 ? (
      <p class="quiet">Nothing was charged.</p>
    ) : (
      <Table look="sums" caption={caption} headings={['Product', 'Results', 'NGN']}>
        {sums.map(({ product, count, amount }) => (
          <tr key={product}>
            <td>{product}</td>
            <td>{formatNumber(count)}</td>
            <td>{formatNumber(amount)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Total</th>
          <td>{formatNumber(sum(sums.map(({ count }) => count)))}</td>
          <td>{formatNumber(sum(sums.map(({ amount }) => amount)))}</td>
        </tr>
      </Table>
    )}
  </>
)

const sumByProduct = (months: readonly ChargeList[]): readonly ProductSum[] => {
  const all = months.flatMap(({ data }) => data)
  const products = [...new Set(all.map(({ product }) => product))].sort()
  return products.map(product => {
    const own = all.filter(each => each.product === product)
    return {
      product,
      count: sum(own.map(({ count }) => count)),
      amount: sum(own.map(({ amount }) => amount)),
    }
  })
}

const columns = [
  'chargedAt',
  'verificationId',
  'customerReference',
  'product',
  'result',
  'rule',
  'why',
  'amount',
  'currency',
  'clientId',
] as const

const readLines = async (month: string): Promise<readonly ChargeLine[]> => {
  const lines: ChargeLine[] = []
  let cursor: string | undefined
  do {
    const page = await callApi('GET /v1/charges/lines', { query: { month, cursor, limit: '1000' } })
    lines.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return lines
}

const Export = () => {
  const months = latestMonths(exportedMonths)
  const [month, setMonth] = useState(months[0]!)
  const save = async () => {
    const lines = await readLines(month)
    const rows = lines.map(line => ({ ...line, why: chargingRules[line.rule] }))
    saveCsv(`charges-${month}.csv`, formatCsv(columns, rows))
    return `${formatCount(lines.length, 'charge')} in charges-${month}.csv.`
  }
  return (
    <>
      <h2>Every charge of a month</h2>
      <div class="sending">
        <Choose
          label="Month (UTC)"
          value={month}
          options={months.map(each => [each, each] as const)}
          onChoose={setMonth}
        />
        <ActionButton label="Save as CSV" action={save} />
      </div>
    </>
  )
}

export const ChargesPage = () => {
  const query = useQuery(readCharges, 'charges')
  const { mode } = useSession()
  return (
    <PortalPage title="Charges" guide={['charges', 'Charges']}>
      <QueryView query={query}>
        {months => (
          <>
            <SpendCap {...months[0]!} />
            {months.map(({ month, data, asOf }, back) => (
              <Sums key={month} caption={month} sums={data} asOf={back === 0 ? asOf : null} />
            ))}
            <Sums caption={`${shownMonths} months together`} sums={sumByProduct(months)} />
            <Export />
            <p class="quiet">
              {mode === 'test' && 'In test mode nothing is invoiced: this is what it would have been. '}
              Sums of the ledger, look-ups included, of the products that this client may read, by the month
              (UTC) in which each was decided.
            </p>
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}
