import { callApi, type ResponseOf } from '../ui/api.ts'
import { Table } from '../ui/page.tsx'
import { QueryView, useQuery } from '../ui/query.tsx'
import { PortalPage } from './display.tsx'
import { useSession } from './session.tsx'

type ChargeList = ResponseOf<'GET /v1/charges'>

const shownMonths = 3

/** Months in UTC, the latest first: `2026-11`. */
const monthsUpTo = (now: Date): readonly string[] =>
  [...Array(shownMonths).keys()].map(back =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  )

const readCharges = (): Promise<readonly ChargeList[]> =>
  Promise.all(monthsUpTo(new Date()).map(month => callApi('GET /v1/charges', { query: { month } })))

const formatMoney = (amount: number): string => amount.toLocaleString('en-GB')

const SpendCap = ({ month, spendCap }: ChargeList) =>
  spendCap && (
    <p>
      This client may spend {formatMoney(spendCap.amount)} NGN in {month}: {formatMoney(spendCap.spent)} are
      spent, and {formatMoney(spendCap.used - spendCap.spent)} are reserved for what is under way.
    </p>
  )

export const ChargesPage = () => {
  const query = useQuery(readCharges, 'charges')
  const { mode } = useSession()
  return (
    <PortalPage title="Charges">
      <p>Charges in NGN, by the month (UTC) in which each verification ended.</p>
      <QueryView query={query}>
        {months => (
          <>
            <SpendCap {...months[0]!} />
            {months.every(({ data }) => data.length === 0) ? (
              <p class="quiet">Nothing was charged.</p>
            ) : (
              <Table
                caption="Charges by month and product"
                headings={['Month', 'Product', 'Results', 'Charged']}
              >
                {months.flatMap(({ month, data }) =>
                  data.map(({ product, count, amount }) => (
                    <tr key={`${month} ${product}`}>
                      <td>{month}</td>
                      <td>{product}</td>
                      <td>{count}</td>
                      <td>{formatMoney(amount)}</td>
                    </tr>
                  )),
                )}
              </Table>
            )}
            <p class="quiet">
              {mode === 'test' && 'In test mode nothing is invoiced: this is what it would have been. '}
              Added up from the ledger, lookups included, of the products that this client may read.
            </p>
          </>
        )}
      </QueryView>
    </PortalPage>
  )
}
