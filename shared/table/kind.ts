import type { Item, Key, Query } from './port.ts'
import type { Mode, Tenant, VerificationKey } from './tenant.ts'

export type AttributeStorage = 'plain' | 'encrypted'

export const plain = 'plain'
export const encrypted = 'encrypted'

/** Of the verification that an item lies with. */
export const plainIds = { organisationId: plain, mode: plain, verificationId: plain } as const

type Attributes = Readonly<Record<string, AttributeStorage>>

/** Where its items lie. */
interface Place {
  readonly name: string
  /** Whole, or up to its first `#`: of what is told apart by it, as it holds personal data or goes through the stream. */
  readonly sortKey?: string
  /**
   * Patterns of its partition keys, and of what is granted with it, for `dynamodb:LeadingKeys`: no function may write it
   * that was not granted them. Absent where tenants' items are granted together.
   */
  readonly writable?: readonly string[]
}

/**
 * With personal data: how each attribute lies. Ids, times, our own words and parts of indexes are plain. An attribute that
 * is not listed is encrypted, and a type error of `npm run types`.
 */
interface Sealed {
  readonly sortKey: string
  readonly attributes: Attributes
}

/** Of a verification: what one routine finds, reads and deletes. */
interface OfRecord {
  readonly itemsOf: (of: Tenant, id: number) => Query
  /** By which name an erasure counts them; absent where it does not. */
  readonly countedAs?: string
  /** In which file an export has them as they are; absent where it makes another of them, or has none. */
  readonly file?: string
}

/** A kind of stored item, or of object in a bucket. What has personal data is told, here or with another kind. */
export type Kind = Place &
  Partial<Sealed> &
  Partial<OfRecord> & {
    /** Kept so many days after something, by `expiresAt` or a rule of the bucket. */
    readonly days?: number
    /** The kind with which the guides tell of it. */
    readonly toldWith?: string
  }

/** What the guides say of a kind, beside it and not in it, so that no function loads words that it never says. */
export type Told = {
  readonly what: string
  /** Of a person. */
  readonly holds: string
  /** What becomes of it on an erasure. */
  readonly erased: string
  /** Why it is in no export; absent of what is in one. */
  readonly notExported?: string
} & (
  | { readonly kind: Kind & { readonly days: number } /** When its days begin. */; readonly after: string }
  | { readonly kind: Kind /** In words, until when it is kept. */; readonly until: string }
)

export type SealedKind = Place & Sealed

/** What of a row can be read without a secret. */
export type PlainItem<Of extends { readonly attributes: Attributes }, Row> = Pick<
  Row,
  keyof Row &
    {
      [Name in keyof Of['attributes']]: Of['attributes'][Name] extends 'plain' ? Name : never
    }[keyof Of['attributes']]
>

const sealedKinds = new Map<string, SealedKind>()

/**
 * A kind is defined in the file of its keys, so that whoever can name an item has it here: a function knows, and its bundle
 * holds, the kinds that it uses.
 */
export const defineKind = <const Of extends Kind>(kind: Of): Of => {
  if ('attributes' in kind && kind.attributes && kind.sortKey)
    sealedKinds.set(kind.sortKey, kind as SealedKind)
  return kind
}

/** Undefined of an item without personal data. */
export const sealedKindOf = ({ sk }: Pick<Key, 'sk'>): SealedKind | undefined =>
  sealedKinds.get(sk) ?? sealedKinds.get(sk.slice(0, sk.indexOf('#') + 1))

/** Whether an item is of a kind, by its sort key. */
export const isOfKind = ({ sortKey }: { readonly sortKey: string }, { sk }: Pick<Key, 'sk'>): boolean =>
  sortKey.endsWith('#') ? sk.startsWith(sortKey) : sk === sortKey

const modes: readonly Mode[] = ['test', 'live']

/** Patterns of tenants' partition keys. An organisation's id is a number, so that only these begin with a digit. */
export const ofTenants = (rest: string): readonly string[] =>
  [...'0123456789'].flatMap(digit => modes.map(mode => `${digit}*#${mode}#${rest}`))

/* What keys of several kinds are made of. Ids are padded, so that they sort. */

export const padded = (id: number): string => `${id}`.padStart(16, '0')
export const tenant = ({ organisationId, mode }: Tenant): string => `${organisationId}#${mode}`
export const toKey = (pk: string, sk: string): Key => ({ pk, sk })
export const tenantItem = (of: Tenant, rest: string, sk: string): Key => toKey(`${tenant(of)}#${rest}`, sk)
export const toIndex1 = (gsi1pk: string, gsi1sk: string) => ({ gsi1pk, gsi1sk })
export const toIndex2 = (gsi2pk: string, gsi2sk: string) => ({ gsi2pk, gsi2sk })
export const prefixRange = (prefix: string) => ({ from: `${prefix}#`, to: `${prefix}$` })
export const prefixQuery = (partition: string, prefix: string) => ({ partition, ...prefixRange(prefix) })
export const partsOf = (count: number): readonly number[] => [...Array(count).keys()]

const verificationPartition = (of: Tenant, id: number): string => `${tenant(of)}#verification#${padded(id)}`

export const verificationItem = (of: Tenant, id: number, sk: string): Key =>
  toKey(verificationPartition(of, id), sk)

export const verificationItemsQuery = (of: Tenant, id: number, prefix: string) =>
  prefixQuery(verificationPartition(of, id), prefix)

/** Of what lies with a verification. */
export const parseVerificationPartition = ({ pk }: Key): VerificationKey => {
  const [organisationId, mode, , verificationId] = pk.split('#')
  return {
    organisationId: Number(organisationId),
    mode: mode as Mode,
    verificationId: Number(verificationId),
  }
}

export const heldIndexAttributes: readonly string[] = ['gsi2pk', 'gsi2sk']

export const listIndexAttributes: readonly string[] = ['gsi1pk', 'gsi1sk', ...heldIndexAttributes, 'gsi3pk']

export const omitKeyAttributes = <Row extends object>(item: Row): Row => {
  const keyNames: readonly string[] = ['pk', 'sk', ...listIndexAttributes]
  return Object.fromEntries(Object.entries(item).filter(([name]) => !keyNames.includes(name))) as Row
}

/**
 * A list that grows with every order lies in so many parts: a partition of an index takes 1,000 writes a second, too,
 * and holds up the table when it takes no more. Four let an organisation write 4,000, and a page of a list is four
 * queries side by side, of half a read unit each where there is little.
 */
export const listPartCount = 4

export const listParts: readonly number[] = partsOf(listPartCount)

/** Ids end in random bits. */
export const partOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % listPartCount

export const idRange = (fromId: number, toId: number) => ({ from: padded(fromId), to: padded(toId) })

export const tableAttributes: readonly string[] = ['pk', 'sk', ...listIndexAttributes, 'expiresAt']

export const idPageKeyPattern = /^[1-9]\d{0,15}$/

export const parseIdPageKey = ({ sk, gsi2sk = sk }: Item): number => Number(gsi2sk)
