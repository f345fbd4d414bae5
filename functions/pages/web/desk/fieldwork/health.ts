import type { ResponseOf } from '../../ui/api.ts'

export type FieldworkHealth = ResponseOf<'GET /v1/operations/fieldwork-health'>

export type CountedFieldwork = NonNullable<FieldworkHealth['counted']>
