// Auto-imports again, as in find-bikes.ts.
// #region resource
export default defineResource({
  uri: 'harbour-bikes://price-list',
  description: 'What a day on each bike costs.',
  mimeType: 'text/markdown',
  handler() {
    return ['| Bike | Kind | Euro a day |', '|---|---|---|', ...allBikes().map(bike => `| ${bike.name} | ${bike.kind} | ${bike.pricePerDay} |`)].join('\n')
  },
})
// #endregion resource
