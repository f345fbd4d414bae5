import type { FieldworkLine } from '../../../../../shared/fieldwork/contract.ts'
import { fieldworkNumbers } from '../../../../../shared/fieldwork/numbers-contract.ts'
import type { CaseFilter } from '../cases/link.ts'
import { nameOfPlace } from '../map/areas-map.tsx'
import { CaseCount } from '../overview/section.tsx'
import { placeFilter } from './link.ts'

export type NumberName = keyof typeof fieldworkNumbers

/** The list of the cases of a number; undefined of numbers that are not of cases. */
const listOf: Readonly<Partial<Record<NumberName, CaseFilter>>> = {
  done: { list: 'visited' },
  stronglyFlagged: { list: 'visited', flags: 'strong' },
  flagged: { list: 'visited', flags: 'any' },
  toDo: { list: 'visits' },
  open: { list: 'visits', state: 'open' },
  claimed: { list: 'visits', state: 'claimed' },
  late: { list: 'visits', due: 'late' },
  dueSoon: { list: 'visits', due: 'dueSoon' },
  dueLater: { list: 'visits', due: 'dueLater' },
}

/** What is not reported in the whole country is listed by state alone. */
const hasList = (filter: CaseFilter | undefined, place: number | undefined): filter is CaseFilter =>
  filter !== undefined && (filter.list === 'visited' || place !== undefined)

export interface NumberProps {
  readonly line: FieldworkLine
  readonly name: NumberName
  readonly place: number | undefined
}

/** A number of a place, which leads to its cases where it is of cases. */
export const FieldworkCount = ({ line, name, place }: NumberProps) => {
  const filter = listOf[name]
  const title = fieldworkNumbers[name]
  return hasList(filter, place) ? (
    <CaseCount
      count={line[name]}
      filter={{ ...filter, ...placeFilter(place) }}
      title={`${nameOfPlace(place)}, ${title.toLowerCase()}`}
    />
  ) : (
    <span>{line[name]}</span>
  )
}
