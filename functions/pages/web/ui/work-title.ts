import type { WorkItem } from '../../../../shared/review/contract.ts'

export const titleOf = ({ place, employer, id }: WorkItem): string => place?.street ?? employer?.name ?? id
