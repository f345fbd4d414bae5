const atOnce = 10

export const mapConcurrently = async <Row, Result>(
  rows: readonly Row[],
  work: (row: Row) => Promise<Result>,
): Promise<readonly Result[]> => {
  const results: Result[] = []
  for (let start = 0; start < rows.length; start += atOnce)
    results.push(...(await Promise.all(rows.slice(start, start + atOnce).map(work))))
  return results
}
