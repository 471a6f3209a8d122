# The command of the image: brings the database up to date, and serves.
set -e
python manage.py migrate --no-input --verbosity 0
if [ -n "$PUBLIC_URL" ]; then
    echo "Checkpoint Charlie is open at $PUBLIC_URL"
    segno --no-micro --compact "$PUBLIC_URL"
fi
exec python -m charlie_site.serve
