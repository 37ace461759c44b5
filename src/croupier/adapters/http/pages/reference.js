// Shows this service's own document; an operation has a link of its own, and a filter finds one by its tag.
SwaggerUIBundle({
  url: "/schema",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  // No document of anybody else is shown, and none is sent away to be checked.
  queryConfigEnabled: false,
  validatorUrl: null,
  // The licence has no page: what Swagger UI makes of its identifier leads out of this service.
  plugins: [() => ({ components: { OAS31License: () => null } })],
});
