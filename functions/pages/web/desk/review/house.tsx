import type { VNode } from 'preact'
import type { Property } from '../../../../../shared/fieldwork/contract/assignment.ts'
import { wordsOfHouse } from '../../frame/house.ts'
import { Pairs } from './pairs.tsx'

/** What the applicant said of the house with the order, for whoever looks at its photos. */
export const House = ({ house }: { readonly house: Property }): VNode => (
  <section aria-labelledby="house">
    <h2 id="house">The house, as the applicant describes it</h2>
    <Pairs of={wordsOfHouse(house)} />
  </section>
)
