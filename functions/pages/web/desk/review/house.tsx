import type { VNode } from 'preact'
import type { Property } from '../../../../../shared/fieldwork/contract/assignment.ts'
import { wordsOfHouse } from '../../frame/house.ts'

/** More than this does not stand in half a column. */
const longWords = 40

/** What the applicant said of the house with the order, for whoever looks at its photos. */
export const House = ({ house }: { readonly house: Property }): VNode => (
  <section aria-labelledby="house">
    <h2 id="house">The house, as the applicant describes it</h2>
    <dl class="besides">
      {wordsOfHouse(house).map(([what, said]) => (
        <div key={what} class={said.length > longWords ? 'long' : undefined}>
          <dt>{what}</dt>
          <dd>
            <bdi>{said}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
