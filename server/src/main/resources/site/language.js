// A link to the page in another language leads to the same heading: both pages have the anchors of both languages.
function follow() {
  document.querySelectorAll('a.language').forEach(link => {
    link.hash = location.hash;
  });
}

follow();
addEventListener('hashchange', follow);
